// URLClassLoader over a directory and a jar the program wrote, delegation, resources, closing.
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.jar.*;

public class LoadersUrl {
    public static class Plug {
        public String toString() {
            return "plug of "
                    + (getClass().getClassLoader() == LoadersUrl.class.getClassLoader()
                            ? "app"
                            : "other");
        }
    }

    public static void main(String[] args) throws Exception {
        Path d = Files.createTempDirectory("lu");
        byte[] b;
        try (InputStream in = LoadersUrl.class.getResourceAsStream("LoadersUrl$Plug.class")) {
            b = in.readAllBytes();
        }
        Files.write(d.resolve("LoadersUrl$Plug.class"), b);
        Files.writeString(d.resolve("r.txt"), "res");
        Path jar = d.resolve("x.jar");
        try (JarOutputStream j = new JarOutputStream(Files.newOutputStream(jar))) {
            j.putNextEntry(new JarEntry("in/jar.txt"));
            j.write("jarred".getBytes());
            j.closeEntry();
            j.putNextEntry(new JarEntry("LoadersUrl$Plug.class"));
            j.write(b);
        }
        try (URLClassLoader l = new URLClassLoader("mine", new URL[] {d.toUri().toURL()}, null)) {
            Class<?> c = l.loadClass("LoadersUrl$Plug");
            System.out.println(
                    c.getClassLoader().getName()
                            + (c == Plug.class)
                            + l.findResource("r.txt").getPath().endsWith("r.txt")
                            + new String(l.getResourceAsStream("r.txt").readAllBytes())
                            + l.getResource("none"));
            try {
                l.loadClass("LoadersUrl");
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
            try {
                c.getDeclaredConstructor().newInstance().toString();
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage());
            }
        }
        try (URLClassLoader l = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            System.out.println(
                    new String(l.getResourceAsStream("in/jar.txt").readAllBytes())
                            + l.loadClass("LoadersUrl$Plug").getDeclaredConstructor().newInstance()
                            + l.getResource("in/jar.txt").getProtocol());
        }
        try (JarFile j = new JarFile(jar.toFile())) {
            System.out.println(j.stream().map(JarEntry::getName).toList() + " " + j.getManifest());
        }
        System.out.println(
                Thread.currentThread().getContextClassLoader()
                        == ClassLoader.getSystemClassLoader());
        System.out.println(
                ClassLoader.getPlatformClassLoader().getName()
                        + ClassLoader.getSystemClassLoader().getParent().getName()
                        + String.class.getClassLoader());
    }
}
