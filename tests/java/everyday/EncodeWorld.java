// Base64 in all its forms, HexFormat, UUIDs, properties as text and XML, resource bundles, service loaders, bits and bytes streams.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class EncodeWorld {
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        byte[] all = new byte[100];
        for (int i = 0; i < 100; i++) all[i] = (byte) (i * 37);
        String mime = Base64.getMimeEncoder(20, "|".getBytes()).encodeToString(all);
        System.out.println(mime + " "
                           + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4})
                           + Base64.getEncoder().encodeToString("a".getBytes())
                           + Arrays.equals(all, Base64.getMimeDecoder().decode(mime))
                           + Base64.getMimeEncoder().encodeToString(all).length());
        for (String bad : new String[] {"a", "ab=c", "a===", "ab!d", "abc", "YQ", "YR=="})
            t("d " + bad, () -> Arrays.toString(Base64.getDecoder().decode(bad)));
        t("mime", () -> new String(Base64.getMimeDecoder().decode("Y!W\nJj")));
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (OutputStream o = Base64.getEncoder().wrap(bo)) {
            o.write(1);
            o.write(all, 0, 4);
        }
        System.out.println(
            bo + " " + Base64.getDecoder().wrap(new ByteArrayInputStream(bo.toByteArray())).readAllBytes().length);
        HexFormat h = HexFormat.ofDelimiter(":").withUpperCase().withPrefix("0x");
        System.out.println(h.formatHex(all, 1, 4) + h + Arrays.toString(HexFormat.of().parseHex("00ffA5"))
                           + HexFormat.fromHexDigits("7fff") + HexFormat.of().toHexDigits(255L, 5)
                           + HexFormat.isHexDigit('g') + HexFormat.of().toHexDigits((byte) 10)
                           + HexFormat.fromHexDigitsToLong("-1".replace("-", "f")));
        t("hexbad", () -> HexFormat.of().parseHex("0"));
        t("hexbad2", () -> HexFormat.fromHexDigit('x'));
        UUID u = UUID.nameUUIDFromBytes("name".getBytes());
        System.out.println(u + " " + u.version() + u.variant() + UUID.fromString("1-2-3-4-5")
                           + u.compareTo(new UUID(0, 0)) + u.hashCode() + UUID.randomUUID().version());
        t("uuidbad", () -> UUID.fromString("x"));
        t("ts", () -> u.timestamp());
        Properties p = new Properties();
        p.load(new StringReader(
            "# c\n! d\na = 1\nb:two\\\n   more\nc\\ d=\\u0041\\t\\x\n  e\nf==\n\\#g : h \nuni=\u00e9"));
        System.out.println(new TreeMap<>(p).toString().replace("\u00e9", "e'"));
        bo = new ByteArrayOutputStream();
        Properties one = new Properties();
        one.setProperty("k \u20ac", " v\n=#");
        one.store(bo, "com\u00e9\nment");
        System.out.println(bo.toString().replaceAll("#\\w{3} \\w{3} .*", "#DATE").replace("\n", "|"));
        bo = new ByteArrayOutputStream();
        p.storeToXML(bo, "xml <c>", "UTF-8");
        Properties back = new Properties();
        back.loadFromXML(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(back.equals(p) + " " + bo.toString().contains("<comment>xml &lt;c&gt;</comment>")
                           + new Properties(p).stringPropertyNames().size() + new Properties(p).getProperty("a")
                           + new Properties(p).size());
        t("badu", () -> {
            new Properties().load(new StringReader("a=\\u00g"));
            return 0;
        });
        t("badxml", () -> {
            new Properties().loadFromXML(new ByteArrayInputStream("<x/>".getBytes()));
            return 0;
        });
        ResourceBundle rb = new ListResourceBundle() {
            protected Object[][] getContents() {
                return new Object[][] {{"k", "v"}, {"n", new int[] {1}}, {"arr", new String[] {"x", "y"}}};
            }
        };
        System.out.println(rb.getString("k") + ((int[]) rb.getObject("n"))[0] + rb.getStringArray("arr").length
                           + rb.keySet().size() + rb.containsKey("q"));
        t("miss", () -> rb.getString("q"));
        t("cce", () -> rb.getString("n"));
        PropertyResourceBundle pr = new PropertyResourceBundle(new StringReader("x=y"));
        System.out.println(pr.getString("x") + pr.handleGetObject("z"));
        t("nobundle", () -> ResourceBundle.getBundle("none.Such", Locale.CANADA_FRENCH));
        ResourceBundle.Control ctl = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
        System.out.println(ctl.getCandidateLocales("b", Locale.forLanguageTag("zh-Hant-TW"))
                           + ctl.toBundleName("b.c", Locale.US) + ctl.toResourceName("b.c", "properties"));
        t("svc", () -> {
            ServiceLoader<java.nio.file.spi.FileSystemProvider> sl =
                ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class);
            return sl.stream().map(x -> x.type().getSimpleName()).sorted().toList() + ""
                + ServiceLoader.load(Runnable.class).findFirst();
        });
        PipedInputStream pi = new PipedInputStream(8);
        PipedOutputStream po = new PipedOutputStream(pi);
        Thread w = new Thread(() -> {
            try (po) {
                for (int i = 0; i < 20; i++) po.write(i);
            } catch (IOException e) { System.out.println(e); }
        });
        w.start();
        int sum = 0;
        for (int x; (x = pi.read()) >= 0;) sum += x;
        w.join();
        System.out.println(sum);
        DataOutputStream d = new DataOutputStream(bo = new ByteArrayOutputStream());
        d.writeShort(-2);
        d.writeChar('\u20ac');
        d.writeFloat(1.1f);
        d.writeBoolean(true);
        d.writeChars("hi");
        d.writeBytes("\u0141x");
        System.out.println(HexFormat.of().formatHex(bo.toByteArray()) + d.size());
        DataInputStream di = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(
            di.readUnsignedShort() + "" + (int) di.readChar() + di.readFloat() + di.readBoolean() + di.skipBytes(99));
        t("eof", () -> di.readLong());
        BufferedInputStream bi = new BufferedInputStream(new ByteArrayInputStream(all), 4);
        bi.mark(2);
        bi.read(new byte[6]);
        t("mark", () -> {
            bi.reset();
            return bi.read();
        });
        PushbackInputStream pb = new PushbackInputStream(new ByteArrayInputStream(all));
        pb.unread(9);
        t("push", () -> {
            pb.unread(8);
            return 0;
        });
        System.out.println(
            new SequenceInputStream(Collections.enumeration(List.of(
                                        new ByteArrayInputStream(new byte[2]), new ByteArrayInputStream(new byte[3]))))
                .readAllBytes()
                .length
            + InputStream.nullInputStream().read()
            + new ByteArrayInputStream(all).transferTo(OutputStream.nullOutputStream()));
        StringWriter sw = new StringWriter();
        try (PrintWriter pw = new PrintWriter(sw)) {
            pw.printf(Locale.ROOT, "%.1f|%s%n", 2.25, true).append("x").print((Object) null);
        }
        System.out.println(sw);
        CharArrayWriter cw = new CharArrayWriter();
        new StringReader("abc").transferTo(cw);
        System.out.println(cw.toCharArray().length + cw.toString());
        PipedReader rd = new PipedReader();
        t("unconnected", () -> rd.read());
    }
}
