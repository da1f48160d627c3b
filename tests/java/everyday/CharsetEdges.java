// Charsets: every standard one, malformed and unmappable input under each action, decoders fed in pieces, surrogates, names and aliases.
import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class CharsetEdges {
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    static String esc(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray())
            if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        return b.toString();
    }
    public static void main(String[] args) throws Exception {
        String s = "a\u00e9\u20ac\u4e2d\ud83d\ude00\u05d0\u0416";
        for (String n : new String[] {"US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32",
                 "windows-1252", "ISO-8859-15", "windows-1251", "KOI8-R", "IBM850", "Shift_JIS", "EUC-JP", "GBK",
                 "GB18030", "Big5", "EUC-KR", "ISO-2022-JP", "ISO-8859-8"}) {
            Charset c = Charset.forName(n);
            byte[] b = s.getBytes(c);
            System.out.println(c + " " + hex(b) + " " + esc(new String(b, c)) + " " + c.newEncoder().maxBytesPerChar()
                               + " " + c.canEncode() + c.contains(StandardCharsets.US_ASCII) + " "
                               + c.newEncoder().canEncode('\u20ac'));
        }
        byte[][] bad = {{(byte) 0xc3}, {(byte) 0xc3, 0x28}, {(byte) 0xe2, (byte) 0x82},
            {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, 'x'}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xc0, (byte) 0x80}, {(byte) 0xff, 'a', (byte) 0x80},
            {(byte) 0xf8, (byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80},
            {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}};
        for (byte[] b : bad) {
            System.out.print(hex(b) + " " + esc(new String(b, "UTF-8")));
            for (CodingErrorAction a :
                new CodingErrorAction[] {CodingErrorAction.IGNORE, CodingErrorAction.REPLACE, CodingErrorAction.REPORT})
                try {
                    System.out.print(" "
                                     + esc(StandardCharsets.UTF_8.newDecoder()
                                             .onMalformedInput(a)
                                             .decode(ByteBuffer.wrap(b))
                                             .toString()));
                } catch (CharacterCodingException e) { System.out.print(" " + e); }
            System.out.println();
        }
        CharsetEncoder e = StandardCharsets.ISO_8859_1.newEncoder()
                               .replaceWith(new byte[] {'!'})
                               .onUnmappableCharacter(CodingErrorAction.REPLACE)
                               .onMalformedInput(CodingErrorAction.REPLACE);
        System.out.println(hex(e.encode(CharBuffer.wrap("\u20acx\ud83d\ude00y\ud83d")).array()));
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("x\u00e9"));
        } catch (UnmappableCharacterException x) { System.out.println(x.getMessage() + x.getInputLength()); }
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap("x\udc00"));
        } catch (MalformedInputException x) { System.out.println(x.getMessage()); }
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.allocate(8);
        CharBuffer out = CharBuffer.allocate(3);
        for (byte b : s.getBytes("UTF-8")) {
            in.put(b).flip();
            CoderResult r = d.decode(in, out, false);
            System.out.print(r + "" + out.position() + " ");
            in.compact();
            if (r.isOverflow() || out.remaining() == 0) {
                out.flip();
                System.out.print("[" + esc(out.toString()) + "] ");
                out.clear();
            }
        }
        System.out.println();
        CharBuffer small = CharBuffer.allocate(1);
        System.out.println(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap("\ud83d\ude00".getBytes("UTF-8")), small, true)
            + " " + small);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (Writer w = new OutputStreamWriter(bo, "UTF-16LE")) {
            w.write("p\ud83d");
            w.write("\ude00q");
        }
        System.out.println(hex(bo.toByteArray()));
        Reader r = new InputStreamReader(new SequenceInputStream(new ByteArrayInputStream(new byte[] {(byte) 0xe2}),
                                             new ByteArrayInputStream(new byte[] {(byte) 0x82, (byte) 0xac, 'z'})),
            StandardCharsets.UTF_8);
        int ch;
        while ((ch = r.read()) >= 0) System.out.print(ch + " ");
        System.out.println();
        System.out.println(esc(new String(new byte[] {(byte) 0xfe, (byte) 0xff, 0, 'a'}, "UTF-16"))
                           + esc(new String(new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0, 1}, "UTF-16"))
                           + esc(new String(new byte[] {0, 'b'}, "UTF-16"))
                           + esc(new String(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, 'c'}, "UTF-8")));
        System.out.println(Charset.forName("latin1") + " " + Charset.forName("cp1252").aliases().contains("cp1252")
                           + Charset.isSupported("x-none") + new TreeSet<>(StandardCharsets.UTF_8.aliases())
                           + StandardCharsets.UTF_16.newEncoder().averageBytesPerChar());
        try {
            Charset.forName("none-such");
        } catch (UnsupportedCharsetException x) { System.out.println(x.getMessage()); }
        try {
            Charset.forName("b@d");
        } catch (IllegalCharsetNameException x) { System.out.println(x.getMessage()); }
        try {
            "x".getBytes("nope");
        } catch (UnsupportedEncodingException x) { System.out.println(x.getMessage()); }
        System.out.println(Charset.availableCharsets().size() > 100);
        DataOutputStream dos = new DataOutputStream(bo = new ByteArrayOutputStream());
        dos.writeUTF("\0a\u00e9\ud83d\ude00");
        System.out.println(
            hex(bo.toByteArray()) + esc(new DataInputStream(new ByteArrayInputStream(bo.toByteArray())).readUTF()));
        try {
            new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xc3, 0x28})).readUTF();
        } catch (UTFDataFormatException x) { System.out.println(x.getMessage()); }
    }
}
