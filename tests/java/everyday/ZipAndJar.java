// zip, jar and gzip in files and memory: entries, comments, stored and deflated, directories,
// checksums, the zip file system.
import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

public class ZipAndJar {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ZipOutputStream z = new ZipOutputStream(b)) {
            z.setComment("cm");
            z.putNextEntry(new ZipEntry("d/"));
            z.closeEntry();
            ZipEntry e = new ZipEntry("d/a.txt");
            e.setTime(0);
            z.putNextEntry(e);
            z.write("hello hello hello hello".getBytes());
            z.closeEntry();
            ZipEntry s = new ZipEntry("s");
            s.setMethod(ZipEntry.STORED);
            CRC32 c = new CRC32();
            c.update(5);
            s.setSize(1);
            s.setCrc(c.getValue());
            z.putNextEntry(s);
            z.write(5);
            z.closeEntry();
            try {
                z.putNextEntry(new ZipEntry("s"));
            } catch (ZipException x) {
                System.out.println(x.getMessage());
            }
        }
        try (ZipInputStream z = new ZipInputStream(new ByteArrayInputStream(b.toByteArray()))) {
            for (ZipEntry e; (e = z.getNextEntry()) != null; )
                System.out.println(
                        e.getName()
                                + e.isDirectory()
                                + new String(z.readAllBytes()).length()
                                + " "
                                + e.getMethod());
        }
        Path f = Files.createTempFile("z", ".zip");
        Files.write(f, b.toByteArray());
        try (ZipFile z = new ZipFile(f.toFile())) {
            System.out.println(
                    z.size()
                            + z.getComment()
                            + z.getEntry("d/a.txt").getSize()
                            + " "
                            + z.getEntry("d/a.txt").getCompressedSize()
                            + " "
                            + Long.toHexString(z.getEntry("d/a.txt").getCrc())
                            + z.getEntry("none")
                            + z.stream().map(ZipEntry::getName).toList()
                            + new String(z.getInputStream(z.getEntry("d/a.txt")).readNBytes(5)));
        }
        Manifest mf = new Manifest();
        mf.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        mf.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "p.Main");
        mf.getEntries().put("x", new Attributes());
        mf.getEntries().get("x").putValue("Long-Value", "v".repeat(100));
        ByteArrayOutputStream j = new ByteArrayOutputStream();
        try (JarOutputStream o = new JarOutputStream(j, mf)) {
            o.putNextEntry(new JarEntry("r"));
            o.write(1);
            o.closeEntry();
        }
        try (JarInputStream i = new JarInputStream(new ByteArrayInputStream(j.toByteArray()))) {
            System.out.println(
                    i.getManifest().getMainAttributes().getValue("Main-Class")
                            + i.getManifest().getAttributes("x").getValue("Long-Value").length()
                            + i.getNextJarEntry().getName());
        }
        ByteArrayOutputStream g = new ByteArrayOutputStream();
        try (GZIPOutputStream o = new GZIPOutputStream(g)) {
            o.write(new byte[10000]);
        }
        System.out.println(g.size() < 100);
        try (GZIPInputStream i = new GZIPInputStream(new ByteArrayInputStream(g.toByteArray()))) {
            System.out.println(i.readAllBytes().length);
        }
        try {
            new GZIPInputStream(new ByteArrayInputStream(new byte[20]));
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ZipFile(Files.createTempFile("q", "q").toFile());
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        try (FileSystem fs = FileSystems.newFileSystem(f)) {
            System.out.println(Files.readString(fs.getPath("d/a.txt")).length());
            Files.writeString(fs.getPath("new.txt"), "n");
        }
        try (ZipFile z = new ZipFile(f.toFile())) {
            System.out.println(z.size() + " " + (z.getEntry("new.txt") != null));
        }
        Deflater d = new Deflater(9, true);
        d.setInput("aaaaaaaaaaaaaaaaaaaaaaaaaab".getBytes());
        d.finish();
        byte[] out = new byte[100];
        int n = d.deflate(out);
        Inflater inf = new Inflater(true);
        inf.setInput(out, 0, n);
        byte[] res = new byte[100];
        System.out.println(n + " " + inf.inflate(res) + inf.finished() + d.getTotalIn());
        Adler32 ad = new Adler32();
        ad.update("x".getBytes());
        System.out.println(
                ad.getValue()
                        + " "
                        + new CheckedInputStream(
                                        new ByteArrayInputStream("q".getBytes()), new CRC32C())
                                .read());
    }
}
