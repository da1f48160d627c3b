// Encoding and decoding in many charsets, malformed input, coders, string constructors.
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class Charsets {
    public static void main(String[] args) throws Exception {
        String s = "a\u00e9\u20ac\ud83d\ude00\u4e2d\u0416z";
        for (String n :
                new String[] {
                    "UTF-8",
                    "UTF-16",
                    "UTF-16LE",
                    "UTF-16BE",
                    "UTF-32",
                    "ISO-8859-1",
                    "US-ASCII",
                    "windows-1252",
                    "ISO-8859-15",
                    "Shift_JIS",
                    "GBK",
                    "EUC-KR",
                    "KOI8-R",
                    "IBM437"
                }) {
            if (!Charset.isSupported(n)) {
                System.out.println(n + " unsupported");
                continue;
            }
            byte[] b = s.getBytes(n);
            System.out.println(
                    n
                            + " "
                            + HexFormat.of().formatHex(b)
                            + " "
                            + new String(b, n).equals(s)
                            + " "
                            + Charset.forName(n).newEncoder().maxBytesPerChar()
                            + " "
                            + Charset.forName(n).aliases().size());
        }
        for (String hex :
                new String[] {"c3", "c328", "e282", "f09f98", "ff", "eda080", "c080", "41e9"})
            System.out.println(
                    hex
                            + " "
                            + new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8)
                                    .chars()
                                    .mapToObj(Integer::toHexString)
                                    .toList());
        CharsetDecoder d =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            d.decode(ByteBuffer.wrap(new byte[] {65, (byte) 0xff}));
        } catch (CharacterCodingException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("\u00e9"));
        } catch (CharacterCodingException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        CharsetEncoder e =
                StandardCharsets.ISO_8859_1
                        .newEncoder()
                        .onUnmappableCharacter(CodingErrorAction.REPLACE)
                        .replaceWith(new byte[] {'!'});
        System.out.println(
                new String(e.encode(CharBuffer.wrap("x\u20acy")).array(), 0, 3, "ISO-8859-1")
                        + e.canEncode('\u20ac'));
        ByteBuffer small = ByteBuffer.allocate(3);
        CharsetEncoder u = StandardCharsets.UTF_8.newEncoder();
        CharBuffer in = CharBuffer.wrap("\u20ac\u20ac");
        System.out.println(
                u.encode(in, small, false) + " " + in.position() + " " + small.position());
        small.clear();
        System.out.println(u.encode(in, small, true) + " " + u.flush(small));
        try {
            Charset.forName("no-such");
        } catch (UnsupportedCharsetException x) {
            System.out.println(x.getMessage());
        }
        try {
            "x".getBytes("bad name!");
        } catch (java.io.UnsupportedEncodingException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(
                Charset.defaultCharset()
                        + " "
                        + StandardCharsets.UTF_8.compareTo(StandardCharsets.US_ASCII)
                        + " "
                        + "\u00df".toUpperCase()
                        + "\u0130".toLowerCase(Locale.ROOT).length()
                        + " "
                        + "I".toLowerCase(Locale.forLanguageTag("tr")).equals("\u0131")
                        + " "
                        + java.text.Normalizer.normalize("e\u0301", java.text.Normalizer.Form.NFC)
                                .length()
                        + " "
                        + "\ufeffx".getBytes("UTF-16").length
                        + s.codePointCount(0, s.length())
                        + " "
                        + new StringBuilder(s).reverse().length()
                        + s.codePoints().sum());
    }
}
