// Object and data streams over buffers, big files in the overlay, append, temp files, file times,
// links, permissions.
import java.io.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

public class DataIo {
    public static void main(String[] args) throws Exception {
        Path d = Files.createTempDirectory("di"), f = d.resolve("big");
        try (OutputStream o = new BufferedOutputStream(Files.newOutputStream(f))) {
            for (int i = 0; i < 100000; i++) o.write(i * 31 >> 3);
        }
        System.out.println(Files.size(f));
        int h = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(f))) {
            for (int c; (c = in.read()) >= 0; ) h = h * 31 + c;
        }
        System.out.println(h);
        Files.setLastModifiedTime(f, FileTime.fromMillis(1_000_000_000_000L));
        System.out.println(
                Files.getLastModifiedTime(f)
                        + " "
                        + f.toFile().lastModified()
                        + Files.readAttributes(f, BasicFileAttributes.class).isRegularFile());
        try {
            Files.createSymbolicLink(d.resolve("ln"), f);
            System.out.println(
                    Files.isSymbolicLink(d.resolve("ln"))
                            + " "
                            + Files.size(d.resolve("ln"))
                            + Files.readSymbolicLink(d.resolve("ln")).getFileName());
        } catch (UnsupportedOperationException e) {
            System.out.println("no links");
        }
        System.out.println(
                PosixFilePermissions.toString(
                        EnumSet.of(
                                PosixFilePermission.OWNER_READ,
                                PosixFilePermission.GROUP_EXECUTE)));
        File t = File.createTempFile("pre", ".suf");
        t.deleteOnExit();
        System.out.println(
                t.getName().startsWith("pre") + "" + t.getName().endsWith(".suf") + t.length());
        try (RandomAccessFile r = new RandomAccessFile(t, "rw")) {
            r.writeUTF("random");
            r.writeLong(7);
            r.seek(2);
            System.out.println((char) r.read() + "" + r.getFilePointer() + r.readLine());
            r.seek(100);
            r.write(1);
            System.out.println(r.length());
            try (RandomAccessFile ro = new RandomAccessFile(t, "r")) {
                ro.write(1);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
        try (ObjectOutputStream o = new ObjectOutputStream(Files.newOutputStream(f))) {
            o.writeObject(List.of(1, 2));
            o.writeUTF("after");
        }
        try (ObjectInputStream i = new ObjectInputStream(Files.newInputStream(f))) {
            System.out.println(i.readObject() + i.readUTF());
        }
        try (Writer w = new FileWriter(f.toFile(), true)) {
            w.append("tail");
        }
        System.out.println(
                Files.readString(f, java.nio.charset.StandardCharsets.ISO_8859_1).endsWith("tail"));
        InputStream in = Files.newInputStream(f);
        in.close();
        try {
            in.read();
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        Console c = null;
        System.out.println(
                System.in.read()
                        + " "
                        + Arrays.toString(File.listRoots())
                        + f.toFile().canExecute()
                        + f.toFile().setReadOnly());
    }
}
