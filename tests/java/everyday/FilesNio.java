// java.nio.file through the overlay: write, read, walk, copy, move, attributes, channels, errors.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class FilesNio {
    public static void main(String[] args) throws Exception {
        Path d = Files.createTempDirectory("fn"), f = d.resolve("a.txt");
        Files.writeString(f, "one\ntwo\n");
        Files.write(f, List.of("three", "\u00e9"), StandardOpenOption.APPEND);
        System.out.println(
                Files.readAllLines(f)
                        + " "
                        + Files.size(f)
                        + Files.exists(f)
                        + Files.isDirectory(d)
                        + Files.isRegularFile(f)
                        + Files.isHidden(f));
        try (BufferedWriter w = Files.newBufferedWriter(d.resolve("b.txt"))) {
            w.write("buffered");
            w.newLine();
        }
        try (Stream<String> l = Files.lines(d.resolve("b.txt"))) {
            System.out.println(l.toList());
        }
        Files.createDirectories(d.resolve("x/y/z"));
        Files.copy(f, d.resolve("x/c.txt"));
        Files.move(d.resolve("b.txt"), d.resolve("x/y/m.txt"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> w = Files.walk(d)) {
            System.out.println(w.map(p -> d.relativize(p).toString()).sorted().toList());
        }
        try (DirectoryStream<Path> ds = Files.newDirectoryStream(d, "*.txt")) {
            for (Path p : ds) System.out.println(p.getFileName());
        }
        System.out.println(
                Files.mismatch(f, d.resolve("x/c.txt"))
                        + " "
                        + Files.isSameFile(f, d.resolve("x/../a.txt"))
                        + f.getFileName()
                        + f.getNameCount() * 0
                        + d.resolve("../q").normalize().endsWith("q"));
        for (String s : new String[] {"del", "copy", "read", "mk", "rm"})
            try {
                switch (s) {
                    case "del" -> Files.delete(d.resolve("none"));
                    case "copy" -> Files.copy(f, d.resolve("x/c.txt"));
                    case "read" -> Files.readString(d.resolve("none"));
                    case "mk" -> Files.createDirectory(d.resolve("x"));
                    default -> Files.delete(d.resolve("x"));
                }
            } catch (FileSystemException e) {
                System.out.println(
                        e.getClass().getSimpleName()
                                + " "
                                + e.getFile().substring(d.toString().length())
                                + " "
                                + e.getReason());
            }
        try (FileChannel c =
                FileChannel.open(
                        d.resolve("ch"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            c.write(ByteBuffer.wrap("0123456789".getBytes()));
            c.position(3);
            ByteBuffer b = ByteBuffer.allocate(4);
            System.out.println(c.read(b) + new String(b.array()) + c.size() + c.position());
            c.write(ByteBuffer.wrap("X".getBytes()), 1);
            c.truncate(5);
            c.force(true);
            System.out.println(Files.readString(d.resolve("ch")) + c.isOpen());
        }
        try (RandomAccessFile r = new RandomAccessFile(d.resolve("ch").toFile(), "rw")) {
            r.seek(2);
            r.writeInt(7);
            r.seek(0);
            System.out.println(r.readByte() + " " + r.length() + r.getFilePointer());
            r.setLength(3);
            System.out.println(r.length());
        }
        Files.walkFileTree(
                d,
                new SimpleFileVisitor<>() {
                    public FileVisitResult visitFile(Path p, BasicFileAttributes a)
                            throws IOException {
                        Files.delete(p);
                        return FileVisitResult.CONTINUE;
                    }

                    public FileVisitResult postVisitDirectory(Path p, IOException e)
                            throws IOException {
                        Files.delete(p);
                        return FileVisitResult.CONTINUE;
                    }
                });
        System.out.println(
                Files.exists(d)
                        + " "
                        + Files.notExists(d)
                        + " "
                        + Path.of("/a/./b/../c").normalize()
                        + Path.of("a", "b").toAbsolutePath().isAbsolute()
                        + Path.of("/x/y").relativize(Path.of("/x/z/w"))
                        + Path.of("a/b/c").subpath(1, 3)
                        + Path.of("n").compareTo(Path.of("m"))
                        + Path.of("/a").resolveSibling("b")
                        + Paths.get("x").getParent()
                        + FileSystems.getDefault().getSeparator()
                        + FileSystems.getDefault()
                                .getPathMatcher("glob:*.{java,txt}")
                                .matches(Path.of("a.txt")));
    }
}
