// Files.walk, walkFileTree, globs, find, lines, attributes, copies of trees, deletion, temp files,
// relative and real paths.
import java.io.IOException;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class FilesTree {
    public static void main(String[] args) throws Exception {
        Path r = Files.createTempDirectory("tree");
        Files.createDirectories(r.resolve("a/b/c"));
        Files.writeString(r.resolve("a/x.txt"), "1\n2\n3\n");
        Files.write(r.resolve("a/b/y.java"), List.of("class Y {", "}"));
        Files.writeString(r.resolve("z.txt"), "");
        try (Stream<Path> s = Files.walk(r)) {
            System.out.println(s.map(p -> r.relativize(p).toString()).sorted().toList());
        }
        try (Stream<Path> s = Files.find(r, 5, (p, at) -> at.isRegularFile() && at.size() > 0)) {
            System.out.println(s.map(p -> p.getFileName().toString()).sorted().toList());
        }
        try (DirectoryStream<Path> s = Files.newDirectoryStream(r, "*.{txt,java}")) {
            for (Path p : s) System.out.println(p.getFileName());
        }
        try (Stream<String> l = Files.lines(r.resolve("a/x.txt"))) {
            System.out.println(l.mapToInt(Integer::parseInt).sum());
        }
        PathMatcher m = FileSystems.getDefault().getPathMatcher("glob:**/b/*.java");
        System.out.println(
                m.matches(r.resolve("a/b/y.java")) + " " + m.matches(r.resolve("a/x.txt")));
        Path to = r.resolve("copy");
        Files.walkFileTree(
                r.resolve("a"),
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes at)
                            throws IOException {
                        Files.createDirectories(to.resolve(r.resolve("a").relativize(d)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path f, BasicFileAttributes at)
                            throws IOException {
                        Files.copy(f, to.resolve(r.resolve("a").relativize(f)));
                        return FileVisitResult.CONTINUE;
                    }
                });
        System.out.println(
                Files.exists(to.resolve("b/y.java"))
                        + " "
                        + Files.isDirectory(to.resolve("b/c"))
                        + " "
                        + Files.readAllLines(to.resolve("x.txt")));
        try {
            Files.delete(r.resolve("a"));
        } catch (DirectoryNotEmptyException e) {
            System.out.println("not empty");
        }
        try {
            Files.readString(r.resolve("none"));
        } catch (NoSuchFileException e) {
            System.out.println("none " + e.getFile().endsWith("none"));
        }
        try {
            Files.createDirectory(r.resolve("a"));
        } catch (FileAlreadyExistsException e) {
            System.out.println("there");
        }
        Files.move(to.resolve("x.txt"), to.resolve("w.txt"), StandardCopyOption.REPLACE_EXISTING);
        System.out.println(
                Files.notExists(to.resolve("x.txt"))
                        + " "
                        + Files.getLastModifiedTime(to.resolve("w.txt")).getClass().getSimpleName()
                        + " "
                        + Files.isSameFile(to, to.resolve("b/..")));
        Files.setLastModifiedTime(to, FileTime.fromMillis(1000));
        System.out.println(
                Files.getLastModifiedTime(to).toMillis()
                        + " "
                        + Files.readAttributes(to, "size,isDirectory").keySet().stream()
                                .sorted()
                                .toList()
                        + " "
                        + PosixFilePermissions.toString(
                                PosixFilePermissions.fromString("rwxr-x---")));
        try (Stream<Path> s = Files.walk(to).sorted(Comparator.reverseOrder())) {
            s.forEach(p -> p.toFile().delete());
        }
        System.out.println(Files.exists(to));
        Path p = Path.of("/a/./b/../c//d.txt");
        System.out.println(
                p.normalize()
                        + " "
                        + p.getNameCount()
                        + " "
                        + p.subpath(0, 2)
                        + " "
                        + p.getParent()
                        + " "
                        + Path.of("x").resolveSibling("y")
                        + " "
                        + Path.of("/a/b").relativize(Path.of("/a/c/d"))
                        + " "
                        + p.startsWith("/a")
                        + " "
                        + Path.of("a").compareTo(Path.of("b"))
                        + " "
                        + p.toUri()
                        + " "
                        + Paths.get("", "q", "r"));
    }
}
