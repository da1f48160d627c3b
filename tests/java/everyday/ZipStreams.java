// zip, gzip, deflate and jar streams in memory: entries, levels, dictionaries, errors.
import java.io.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

public class ZipStreams {
    public static void main(String[] args) throws Exception {
        byte[] text = "compress me, compress me, compress me! ".repeat(50).getBytes();
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ZipOutputStream z = new ZipOutputStream(bo)) {
            z.setComment("cmt");
            ZipEntry e = new ZipEntry("a/b.txt");
            e.setTime(315_600_000_000L);
            e.setExtra(new byte[] {1, 0, 0, 0});
            z.putNextEntry(e);
            z.write(text);
            z.closeEntry();
            ZipEntry st = new ZipEntry("st");
            st.setMethod(ZipEntry.STORED);
            st.setSize(3);
            CRC32 c = new CRC32();
            c.update("abc".getBytes());
            st.setCrc(c.getValue());
            z.putNextEntry(st);
            z.write("abc".getBytes());
            z.closeEntry();
            z.putNextEntry(new ZipEntry("dir/"));
            z.closeEntry();
            try {
                z.putNextEntry(new ZipEntry("st"));
            } catch (ZipException x) {
                System.out.println(x.getMessage());
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            for (ZipEntry e; (e = in.getNextEntry()) != null; ) {
                byte[] b = in.readAllBytes();
                System.out.println(
                        e
                                + " "
                                + b.length
                                + e.isDirectory()
                                + e.getMethod()
                                + " "
                                + Arrays.equals(b, text)
                                + new String(b, 0, Math.min(3, b.length)));
            }
        }
        File f = File.createTempFile("zz", ".zip");
        try (FileOutputStream fo = new FileOutputStream(f)) {
            bo.writeTo(fo);
        }
        try (ZipFile zf = new ZipFile(f)) {
            System.out.println(
                    zf.size()
                            + zf.getComment()
                            + zf.getEntry("a/b.txt").getSize()
                            + " "
                            + new String(zf.getInputStream(zf.getEntry("st")).readAllBytes())
                            + zf.getEntry("none")
                            + zf.stream().map(ZipEntry::getName).toList());
        }
        f.delete();
        ByteArrayOutputStream g = new ByteArrayOutputStream();
        try (GZIPOutputStream go = new GZIPOutputStream(g)) {
            go.write(text);
        }
        System.out.println(g.size() < 120);
        System.out.println(
                new GZIPInputStream(new ByteArrayInputStream(g.toByteArray()))
                        .readAllBytes()
                        .length);
        byte[] br = g.toByteArray();
        br[br.length - 6] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(br)).readAllBytes();
        } catch (ZipException x) {
            System.out.println(x.getMessage());
        }
        try {
            new GZIPInputStream(new ByteArrayInputStream(text));
        } catch (ZipException x) {
            System.out.println(x.getMessage());
        }
        Deflater df = new Deflater(9, true);
        df.setDictionary("compress me".getBytes());
        df.setInput(text);
        df.finish();
        byte[] out = new byte[500];
        int n = df.deflate(out);
        System.out.println(df.finished() + " " + df.getBytesRead() + (n < 100));
        Inflater inf = new Inflater(true);
        inf.setDictionary("compress me".getBytes());
        inf.setInput(out, 0, n);
        byte[] back = new byte[5000];
        System.out.println(inf.inflate(back) + " " + inf.finished() + inf.getRemaining());
        df.end();
        inf.end();
        try {
            Inflater bad = new Inflater();
            bad.setInput(new byte[] {1, 2, 3});
            bad.inflate(back);
        } catch (DataFormatException x) {
            System.out.println(x.getMessage());
        }
        Manifest mf = new Manifest();
        mf.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        mf.getMainAttributes().putValue("X-Long", "v".repeat(90));
        ByteArrayOutputStream jo = new ByteArrayOutputStream();
        try (JarOutputStream j = new JarOutputStream(jo, mf)) {
            j.putNextEntry(new JarEntry("q"));
            j.write(1);
        }
        JarInputStream ji = new JarInputStream(new ByteArrayInputStream(jo.toByteArray()));
        System.out.println(
                ji.getManifest().getMainAttributes().getValue("X-Long").length()
                        + ji.getNextJarEntry().getName()
                        + new InflaterInputStream(
                                        new DeflaterInputStream(new ByteArrayInputStream(text)))
                                .readAllBytes()
                                .length
                        + new CheckedInputStream(new ByteArrayInputStream(text), new Adler32())
                                .skip(10));
    }
}
