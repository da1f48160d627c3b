// Zip, jar, gzip, deflate with dictionaries, checksums, corrupt input, zip file systems, manifests, in memory and in files.
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

public class ArchiveWorld {
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    public static void main(String[] args) throws Exception {
        byte[] text = "to be or not to be, that is the question; to be or not".getBytes(StandardCharsets.UTF_8);
        for (int level : new int[] {0, 1, 6, 9})
            for (int strat : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.HUFFMAN_ONLY, Deflater.FILTERED}) {
                Deflater d = new Deflater(level, true);
                d.setStrategy(strat);
                d.setInput(text);
                d.finish();
                byte[] out = new byte[200];
                int n = d.deflate(out);
                Inflater i = new Inflater(true);
                i.setInput(out, 0, n);
                byte[] back = new byte[text.length];
                int m = i.inflate(back);
                System.out.print(
                    n + ":" + Arrays.equals(text, back) + i.finished() + d.getTotalIn() + d.getAdler() % 7 + " ");
                d.end();
                i.end();
            }
        System.out.println();
        Deflater d = new Deflater();
        d.setDictionary("to be or not".getBytes());
        d.setInput(text);
        d.finish();
        byte[] z = new byte[200];
        int n = d.deflate(z);
        Inflater inf = new Inflater();
        inf.setInput(z, 0, n);
        byte[] back = new byte[100];
        System.out.print(inf.inflate(back) + "" + inf.needsDictionary() + inf.getAdler());
        inf.setDictionary("to be or not".getBytes());
        System.out.println(" " + new String(back, 0, inf.inflate(back)));
        try {
            inf.reset();
            inf.setInput(new byte[] {1, 2, 3});
            inf.inflate(back);
        } catch (DataFormatException e) { System.out.println(e.getMessage()); }
        inf.end();
        try {
            inf.inflate(back);
        } catch (NullPointerException | IllegalStateException e) { System.out.println(e.getMessage()); }
        for (Checksum c : new Checksum[] {new CRC32(), new Adler32(), new CRC32C()}) {
            c.update(text, 3, 20);
            c.update('x');
            java.nio.ByteBuffer b = java.nio.ByteBuffer.allocateDirect(8).putLong(77).flip();
            c.update(b);
            System.out.print(Long.toHexString(c.getValue()) + " ");
            c.reset();
            System.out.print(c.getValue() + " ");
        }
        System.out.println();
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(bo, 8, true)) {
            g.write(text, 0, 10);
            g.flush();
            g.write(text, 10, text.length - 10);
        }
        byte[] gz = bo.toByteArray();
        System.out.println(hex(gz).substring(0, 18)
                           + new String(new GZIPInputStream(new SequenceInputStream(new ByteArrayInputStream(gz),
                                                                new ByteArrayInputStream(gz)))
                                            .readAllBytes())
                               .length());
        gz[gz.length - 6] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(gz)).readAllBytes();
        } catch (ZipException e) { System.out.println(e.getMessage()); }
        try {
            new GZIPInputStream(new ByteArrayInputStream(new byte[20]));
        } catch (ZipException e) { System.out.println(e.getMessage()); }
        try {
            new GZIPInputStream(new ByteArrayInputStream(gz, 0, 15)).readAllBytes();
        } catch (EOFException e) { System.out.println(e.getMessage()); }
        bo = new ByteArrayOutputStream();
        try (ZipOutputStream zo = new ZipOutputStream(bo)) {
            zo.setComment("all \u00e9");
            ZipEntry e = new ZipEntry("dir/a\u00e9.txt");
            e.setTime(1_000_000_000_000L);
            e.setComment("c");
            e.setExtra(new byte[] {1, 2, 0, 0});
            zo.putNextEntry(e);
            zo.write(text);
            zo.closeEntry();
            e = new ZipEntry("stored");
            e.setMethod(ZipEntry.STORED);
            e.setSize(3);
            e.setCrc(new CRC32() {
                { update("abc".getBytes()); }
            }.getValue());
            e.setLastModifiedTime(FileTime.fromMillis(86400000));
            zo.putNextEntry(e);
            zo.write("abc".getBytes());
            zo.closeEntry();
            zo.putNextEntry(new ZipEntry("d/"));
            try {
                zo.putNextEntry(new ZipEntry("stored"));
            } catch (ZipException x) { System.out.println(x.getMessage()); }
        }
        try (ZipInputStream zi = new ZipInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            for (ZipEntry e; (e = zi.getNextEntry()) != null;)
                System.out.print(e.getName().replace("\u00e9", "e'") + e.isDirectory() + e.getMethod() + " "
                                 + zi.readAllBytes().length + " " + Long.toHexString(e.getCrc()) + e.getSize() + "; ");
        }
        System.out.println();
        Path f = Files.createTempFile("arch", ".zip");
        Files.write(f, bo.toByteArray());
        try (ZipFile zf = new ZipFile(f.toFile())) {
            System.out.println(zf.size() + zf.getComment().replace("\u00e9", "e'")
                               + new String(zf.getInputStream(zf.getEntry("stored")).readAllBytes())
                               + zf.getEntry("nope") + zf.getEntry("d").isDirectory()
                               + zf.stream().map(ZipEntry::getName).map(String::length).toList()
                               + zf.getEntry("stored").getLastModifiedTime()
                               + new String(zf.getInputStream(zf.getEntry("dir/a\u00e9.txt")).readNBytes(5)));
        }
        try (FileSystem fs = FileSystems.newFileSystem(URI.create("jar:" + f.toUri()), Map.of())) {
            Files.writeString(fs.getPath("/new.txt"), "fresh");
            Files.delete(fs.getPath("stored"));
            Files.createDirectories(fs.getPath("x/y"));
            Files.copy(fs.getPath("new.txt"), fs.getPath("x/y/copy"));
            Files.move(fs.getPath("x/y/copy"), fs.getPath("x/moved"));
        }
        try (FileSystem fs = FileSystems.newFileSystem(f)) {
            try (var s = Files.walk(fs.getPath("/"))) {
                System.out.println(s.map(p -> p.toString().replace("\u00e9", "e'")).sorted().toList()
                                   + Files.readString(fs.getPath("x", "moved")) + fs.isReadOnly() + fs.getSeparator());
            }
            try {
                Files.readString(fs.getPath("gone"));
            } catch (NoSuchFileException e) { System.out.println(e.getMessage()); }
        }
        try {
            new ZipFile(Files.write(f, new byte[30]).toFile());
        } catch (ZipException e) { System.out.println(e.getMessage()); }
        try {
            new ZipFile("/no/such.zip");
        } catch (NoSuchFileException | FileNotFoundException e) { System.out.println(e.getClass() + e.getMessage()); }
        Manifest mf = new Manifest();
        mf.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        mf.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "a.Main");
        mf.getMainAttributes().putValue("Long-One", "v".repeat(100));
        Attributes at = new Attributes();
        at.putValue("Sealed", "true");
        mf.getEntries().put("a/", at);
        bo = new ByteArrayOutputStream();
        try (JarOutputStream jo = new JarOutputStream(bo, mf)) {
            jo.putNextEntry(new JarEntry("a/r"));
            jo.write(1);
        }
        try (JarInputStream ji = new JarInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            Manifest m2 = ji.getManifest();
            System.out.println(m2.equals(mf) + m2.getAttributes("a/").getValue("sealed")
                               + m2.getMainAttributes().getValue("long-one").length() + ji.getNextJarEntry().getName());
            ByteArrayOutputStream mo = new ByteArrayOutputStream();
            m2.write(mo);
            System.out.println(mo.toString().replace("\r\n", "|"));
        }
        DeflaterInputStream di = new DeflaterInputStream(new ByteArrayInputStream(text));
        System.out.println(new String(new InflaterInputStream(di).readAllBytes()).equals(new String(text)));
        CheckedInputStream ci = new CheckedInputStream(new ByteArrayInputStream(text), new Adler32());
        ci.skip(5);
        ci.read();
        System.out.println(ci.getChecksum().getValue());
        bo = new ByteArrayOutputStream();
        try (InflaterOutputStream io = new InflaterOutputStream(bo)) {
            io.write(new DeflaterInputStream(new ByteArrayInputStream(text)).readAllBytes());
        }
        System.out.println(bo);
        Files.delete(f);
    }
}
