// Files: walking, attributes, links, permissions, channels with positions, scatter and gather, locks,
// mapping, watching, globbing, and what fails how.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;
import static java.nio.file.StandardOpenOption.*;

public class FilesWorld {
    static Path d;
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) {
            System.out.println(
                n + " " + e.getClass().getName() + ": " + (e.getMessage() + "").replace(d.toString(), "D"));
        }
    }
    public static void main(String[] args) throws Exception {
        d = Files.createTempDirectory("world");
        Path a = d.resolve("a.txt"), sub = d.resolve("sub/deep");
        Files.createDirectories(sub);
        Files.writeString(a, "line one\nline two\r\nline three");
        t("lines", () -> Files.readAllLines(a));
        t("mismatch", () -> Files.mismatch(a, Files.writeString(d.resolve("b"), "line one\nLine")));
        t("append", () -> Files.size(Files.write(a, List.of("x", "y"), APPEND)));
        t("createnew", () -> Files.newOutputStream(a, CREATE_NEW));
        t("missing", () -> Files.readAllBytes(d.resolve("none")));
        t("dirread", () -> Files.readString(d));
        t("notempty", () -> {
            Files.delete(d);
            return 0;
        });
        t("nodir", () -> Files.createFile(d.resolve("q/w")));
        t("exists", () -> Files.createDirectory(sub));
        t("copyexists", () -> Files.copy(a, d.resolve("b")));
        t("malformed", () -> Files.readString(Files.write(d.resolve("bin"), new byte[] {(byte) 0xff, 1})));
        t("optbad", () -> Files.newByteChannel(a, READ, APPEND));
        t("copy",
            ()
                -> Files
                    .readString(Files.copy(
                        a, d.resolve("b"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES))
                    .length());
        t("move",
            ()
                -> Files.exists(Files.move(d.resolve("b"), sub.resolve("c"), StandardCopyOption.ATOMIC_MOVE)) + ""
                       + Files.notExists(d.resolve("b")));
        t("sym",
            ()
                -> Files.readString(Files.createSymbolicLink(d.resolve("ln"), Path.of("a.txt"))).length() + " "
                       + Files.readSymbolicLink(d.resolve("ln")) + Files.isSymbolicLink(d.resolve("ln"))
                       + Files.isSameFile(a, d.resolve("ln"))
                       + Files.isRegularFile(d.resolve("ln"), LinkOption.NOFOLLOW_LINKS));
        t("hard", () -> {
            Path h = Files.createLink(d.resolve("hard"), a);
            Files.writeString(h, "!", APPEND);
            return Files.readString(a).endsWith("!") + "" + Files.getAttribute(a, "unix:nlink")
                + Files.isSameFile(a, h);
        });
        t("dangling",
            ()
                -> Files.exists(Files.createSymbolicLink(d.resolve("dang"), Path.of("nowhere"))) + ""
                       + Files.exists(d.resolve("dang"), LinkOption.NOFOLLOW_LINKS));
        t("notlink", () -> Files.readSymbolicLink(a));
        try (Stream<Path> s = Files.walk(d)) {
            System.out.println(s.map(p -> d.relativize(p).toString()).sorted().toList());
        }
        try (Stream<Path> s = Files.find(d, 3, (p, at) -> at.isRegularFile() && at.size() > 5)) {
            System.out.println(s.map(p -> p.getFileName().toString()).sorted().toList());
        }
        List<String> g = new ArrayList<>();
        try (DirectoryStream<Path> ds = Files.newDirectoryStream(d, "{a,h}*")) {
            for (Path p : ds) g.add(p.getFileName().toString());
        }
        Collections.sort(g);
        System.out.println(g + "" + FileSystems.getDefault().getPathMatcher("glob:**/*.{txt,md}").matches(a)
                           + FileSystems.getDefault().getPathMatcher("regex:.*a.*t").matches(a));
        List<String> visits = new ArrayList<>();
        Files.walkFileTree(d, EnumSet.noneOf(FileVisitOption.class), 2, new SimpleFileVisitor<>() {
            public FileVisitResult preVisitDirectory(Path p, BasicFileAttributes at) {
                visits.add("pre " + p.getFileName().toString().replaceAll("world.*", "W"));
                return FileVisitResult.CONTINUE;
            }
            public FileVisitResult visitFile(Path p, BasicFileAttributes at) {
                visits.add(p.getFileName() + "" + at.isDirectory() + at.isSymbolicLink());
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(visits);
        System.out.println(visits);
        t("perm",
            ()
                -> PosixFilePermissions.toString(Files.getPosixFilePermissions(
                    Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rw-r-x--x")))));
        t("time",
            ()
                -> Files.getLastModifiedTime(
                    Files.setLastModifiedTime(a, FileTime.from(java.time.Instant.parse("2001-02-03T04:05:06.789Z")))));
        t("attrs", () -> new TreeMap<>(Files.readAttributes(a, "size,isDirectory,lastModifiedTime")));
        t("view", () -> {
            BasicFileAttributes at = Files.readAttributes(a, BasicFileAttributes.class);
            return at.isRegularFile() + "" + at.isOther() + at.size() + at.lastModifiedTime().toMillis()
                + (at.fileKey() != null);
        });
        t("posix", () -> {
            PosixFileAttributes pa = Files.readAttributes(a, PosixFileAttributes.class);
            return pa.permissions().size() + pa.owner().getName() + pa.group().getName();
        });
        t("badattr", () -> Files.getAttribute(a, "foo:bar"));
        t("badattr2", () -> Files.getAttribute(a, "nope"));
        t("hidden", () -> Files.isHidden(Path.of(".x")) + "" + Files.isExecutable(a) + Files.isWritable(a));
        t("perm0",
            ()
                -> Files
                    .createFile(d.resolve("pf"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--------")))
                    .toFile()
                    .canRead());
        Path f = d.resolve("chan");
        try (FileChannel c = FileChannel.open(f, CREATE, READ, WRITE)) {
            c.write(new ByteBuffer[] {ByteBuffer.wrap("head".getBytes()), ByteBuffer.wrap("body".getBytes())});
            c.write(ByteBuffer.wrap("X".getBytes()), 12);
            System.out.print(c.position() + " " + c.size());
            c.position(2);
            ByteBuffer p = ByteBuffer.allocate(3), q = ByteBuffer.allocateDirect(30);
            System.out.print(" " + c.read(new ByteBuffer[] {p, q}) + new String(p.array()) + q.position() + c.read(q)
                             + c.truncate(6).position() + c.size());
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 1, 10);
            m.put(0, (byte) 'E').put(9, (byte) 'Z');
            m.force();
            System.out.println(" " + c.size() + m.get(1) + m.isLoaded() + m.capacity()
                               + Files.readString(f).replace('\0', '.') + c.tryLock(0, 5, false).isValid());
            c.transferFrom(Channels.newChannel(new ByteArrayInputStream("transfer".getBytes())), 3, 4);
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            c.transferTo(0, 100, Channels.newChannel(o));
            System.out.println(o.toString().replace('\0', '.'));
            MappedByteBuffer pm = c.map(FileChannel.MapMode.PRIVATE, 0, 4);
            pm.put(0, (byte) '#');
            System.out.println((char) pm.get(0) + Files.readString(f).substring(0, 1));
            t("maprd", () -> c.map(FileChannel.MapMode.READ_ONLY, 0, 4).put((byte) 1));
            t("neg", () -> c.position(-1));
            t("overlap", () -> {
                c.lock();
                return c.lock();
            });
        }
        t("ronly", () -> {
            try (FileChannel c = FileChannel.open(f)) {
                return c.write(ByteBuffer.allocate(1));
            }
        });
        t("closed", () -> {
            FileChannel c = FileChannel.open(f);
            c.close();
            return c.size();
        });
        t("maprw", () -> {
            try (FileChannel c = FileChannel.open(f)) {
                return c.map(FileChannel.MapMode.READ_WRITE, 0, 1);
            }
        });
        t("delonclose", () -> {
            Path x = d.resolve("doc");
            Files.newByteChannel(x, CREATE, WRITE, DELETE_ON_CLOSE).close();
            return Files.exists(x);
        });
        t("async", () -> {
            try (AsynchronousFileChannel ac = AsynchronousFileChannel.open(f, READ)) {
                ByteBuffer b = ByteBuffer.allocate(4);
                return ac.read(b, 0).get() + "" + ac.size();
            }
        });
        try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "rw")) {
            r.seek(20);
            r.writeUTF("caf\u00e9");
            r.writeDouble(1.5);
            r.seek(20);
            System.out.println(
                r.readUTF().length() + " " + r.readDouble() + r.length() + r.getFilePointer() + r.skipBytes(5));
            r.setLength(3);
            try {
                r.readInt();
            } catch (EOFException e) { System.out.println("eof" + r.getFilePointer()); }
        }
        try (BufferedReader r = Files.newBufferedReader(a);
            Writer w = Files.newBufferedWriter(d.resolve("w"), StandardCharsets.UTF_16BE);
            Scanner sc = new Scanner(a)) {
            w.write(r.readLine());
            r.mark(50);
            r.readLine();
            r.reset();
            w.flush();
            System.out.println(r.lines().count() + " " + Files.size(d.resolve("w")) + sc.next());
        }
        File o = d.toFile();
        String[] ls = o.list((x, n) -> n.startsWith("h"));
        System.out.println(Arrays.toString(ls) + o.isDirectory() + new File(o, "a.txt").length()
                           + new File(o, "nope").delete() + new File(o, "x/y").mkdirs()
                           + new File(o, "pf").setWritable(true) + new File(o, "a.txt").renameTo(new File(o, "ren"))
                           + new File("a/../b/./c").getCanonicalPath().endsWith("/b/c") + new File("/a//b/").getPath()
                           + new File("x").compareTo(new File("y")) + o.toURI().getScheme()
                           + new File(o, "ren").setLastModified(5000) + new File(o, "ren").lastModified());
        Path p = Path.of("/a/./b/../c//d");
        System.out.println(p.normalize() + " " + p.getNameCount() + p.subpath(1, 3) + p.startsWith("/a")
                           + p.resolveSibling("e") + Path.of("x/y").relativize(Path.of("x/z/w")) + p.getRoot()
                           + Path.of("").toAbsolutePath().isAbsolute() + p.endsWith("c/d")
                           + Path.of("a").compareTo(Path.of("b")) + p.iterator().next());
        t("nul", () -> Path.of("a\0b"));
        try (Stream<Path> s = Files.walk(d)) {
            s.sorted(Comparator.reverseOrder()).forEach(x -> x.toFile().delete());
        }
        System.out.println(Files.exists(d));
    }
}
