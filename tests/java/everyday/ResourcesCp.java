// Resources from the class path: getResource, getResourceAsStream, absolute and relative names,
// URLs, missing.
import java.io.*;
import java.net.*;
import java.util.*;

public class ResourcesCp {
    public static void main(String[] args) throws Exception {
        try (InputStream in = ResourcesCp.class.getResourceAsStream("/svc/data/res.txt")) {
            System.out.print(new String(in.readAllBytes()));
        }
        System.out.println(ResourcesCp.class.getResource("svc/Msgs.properties") != null);
        System.out.println(
                ResourcesCp.class.getResource("none")
                        + " "
                        + ClassLoader.getSystemResourceAsStream("/svc/data/res.txt"));
        URL u = ClassLoader.getSystemResource("svc/data/res.txt");
        System.out.println(
                u.getProtocol()
                        + " "
                        + u.getPath().endsWith("svc/data/res.txt")
                        + " "
                        + u.openConnection().getContentLength());
        try (BufferedReader r = new BufferedReader(new InputStreamReader(u.openStream()))) {
            System.out.println(r.lines().toList());
        }
        System.out.println(
                Collections.list(
                                        ResourcesCp.class
                                                .getClassLoader()
                                                .getResources("svc/Msgs_fr.properties"))
                                .size()
                        + " "
                        + new File(u.toURI()).length()
                        + " "
                        + ResourcesCp.class
                                .getClassLoader()
                                .resources("META-INF/services/ServiceLoad$Svc")
                                .count());
        try (InputStream in = Object.class.getResourceAsStream("String.class")) {
            System.out.println(
                    Integer.toHexString(new DataInputStream(in).readInt())
                            + " "
                            + Object.class.getResource("Object.class"));
        }
        try (InputStream in = ResourcesCp.class.getResourceAsStream("ResourcesCp.class")) {
            System.out.println(Integer.toHexString(new DataInputStream(in).readInt()));
        }
        System.out.println(
                ResourcesCp.class.getModule().isNamed()
                        + " "
                        + String.class.getModule()
                        + " "
                        + ModuleLayer.boot().findModule("java.base").isPresent()
                        + ResourcesCp.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getProtocol());
    }
}
