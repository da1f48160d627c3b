// Files: reading, writing, listing, directories, errors; all in a fresh temporary directory.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class FilesIo {
    public static void main(String[] args) throws IOException {
        Path d = Files.createTempDirectory("jpfpy");
        Path f = d.resolve("a.txt");
        Files.write(f, List.of("one", "two \u00e9", "three"));
        System.out.println(
                Files.readAllLines(f)
                        + " "
                        + Files.size(f)
                        + " "
                        + Files.exists(f)
                        + " "
                        + Files.isDirectory(d));
        Files.writeString(f, "more\n", StandardOpenOption.APPEND);
        try (BufferedReader r = new BufferedReader(new FileReader(f.toFile()))) {
            String s;
            int n = 0;
            while ((s = r.readLine()) != null) System.out.print(n++ + s + " ");
            System.out.println();
        }
        try (Stream<String> s = Files.lines(f)) {
            System.out.println(s.filter(x -> x.contains("o")).count());
        }
        Files.createDirectories(d.resolve("x/y"));
        Files.copy(f, d.resolve("x/b.txt"));
        Files.move(d.resolve("x/b.txt"), d.resolve("x/y/c.txt"));
        try (Stream<Path> s = Files.walk(d)) {
            System.out.println(
                    s.map(p -> d.relativize(p).toString()).sorted().collect(Collectors.toList()));
        }
        try {
            Files.delete(d.resolve("x"));
        } catch (DirectoryNotEmptyException e) {
            System.out.println("not empty");
        }
        try {
            Files.readString(d.resolve("none"));
        } catch (NoSuchFileException e) {
            System.out.println("no such file");
        }
        try {
            Files.createDirectory(d);
        } catch (FileAlreadyExistsException e) {
            System.out.println("exists");
        }
        try {
            new FileInputStream("/no/such/file");
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
        File g = new File(d.toFile(), "raf");
        try (RandomAccessFile r = new RandomAccessFile(g, "rw")) {
            r.writeInt(0x01020304);
            r.writeUTF("hey");
            r.seek(1);
            System.out.println(r.readByte() + " " + r.length() + " " + r.getFilePointer());
            r.setLength(2);
        }
        System.out.println(
                g.length()
                        + " "
                        + g.exists()
                        + " "
                        + g.delete()
                        + " "
                        + g.exists()
                        + " "
                        + g.getName()
                        + " "
                        + new File(".").isDirectory()
                        + " "
                        + new File("a/../b//c").getPath()
                        + " "
                        + Arrays.asList(new TreeSet<>(Arrays.asList(d.toFile().list()))));
        try (DataOutputStream o =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(g)))) {
            o.writeLong(5);
            o.writeDouble(2.5);
            o.writeBoolean(true);
            o.writeChars("ab");
        }
        try (DataInputStream i = new DataInputStream(new FileInputStream(g))) {
            System.out.println(
                    i.readLong()
                            + " "
                            + i.readDouble()
                            + " "
                            + i.readBoolean()
                            + " "
                            + i.readChar()
                            + i.available());
            i.readFully(new byte[1]);
            i.readInt();
        } catch (EOFException e) {
            System.out.println("EOF");
        }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (PrintWriter w =
                new PrintWriter(new OutputStreamWriter(bo, StandardCharsets.UTF_16LE))) {
            w.printf("%d-%s", 1, "x");
        }
        System.out.println(
                bo.size()
                        + " "
                        + Arrays.toString(bo.toByteArray())
                        + " "
                        + Path.of("/a/b/../c").normalize()
                        + " "
                        + Path.of("a").resolve("b").getParent()
                        + " "
                        + Path.of("/x/y.z").getFileName());
        StringWriter sw = new StringWriter();
        new Exception("to writer").printStackTrace(new PrintWriter(sw, true));
        System.out.println(sw.toString().split("\n")[0]);
        PrintStream old = System.out;
        ByteArrayOutputStream cap = new ByteArrayOutputStream();
        System.setOut(new PrintStream(cap, true));
        System.out.println("captured");
        System.setOut(old);
        System.out.println(cap.toString().trim() + " " + System.in.read());
    }
}
