// AttributedString, Bidi, character iterators, StringCharacterIterator, Normalizer, code points,
// String methods at their edges, formatting of floating point.
import java.nio.charset.*;
import java.text.*;
import java.util.*;

public class TextMore {
    public static void main(String[] args) throws Exception {
        AttributedString as = new AttributedString("hello world");
        as.addAttribute(java.awt.font.TextAttribute.WEIGHT, 2f, 0, 5);
        AttributedCharacterIterator it = as.getIterator();
        System.out.println(it.getRunLimit() + " " + it.getAttributes().size());
        System.out.println(new Bidi("abc אבג", Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT).getRunCount());
        for (double d :
                new double[] {
                    1e-5,
                    1e7,
                    1.0E22,
                    0.1 + 0.2,
                    100,
                    Double.MIN_VALUE,
                    2e-3,
                    123456789.123,
                    4.35,
                    9007199254740993.0,
                    1e23
                }) System.out.print(d + " " + (float) d + " ");
        System.out.println();
        System.out.println(
                String.format(
                                        "%a %e %g %.3f %10.2f|%-8s|%08d|%+d|%x|%o|%c|%b|%h|%n",
                                        1.5, 12345.678, 0.0001234, 2.0005, 3.14159, "ab", 42, 7,
                                        255, 8, 'x', null, "hi")
                                .trim()
                        + String.format("%,d %(d %2$s %1$s %<s %%", 1234567, -5)
                        + String.format("%tF %<tT", new GregorianCalendar(2024, 0, 2, 3, 4, 5))
                        + String.format("%s %S %10.3s|", List.of(1), "low", "truncate"));
        System.out.println(
                "  a b ".strip()
                        + "|"
                        + "a\nb\r\nc".lines().toList()
                        + "x".indent(2)
                        + "abc".chars().sum()
                        + "aXbX".lastIndexOf('X')
                        + "Hello".regionMatches(true, 1, "ELL", 0, 3)
                        + "a-b-c".replace("-", "")
                        + "b".compareTo("abc")
                        + "abc".contains("")
                        + "".isEmpty()
                        + " ".isBlank()
                        + String.join("/", List.of("p", "q"))
                        + "A".equalsIgnoreCase("a")
                        + "tEST".substring(1).toUpperCase()
                        + "\t".codePointAt(0)
                        + "😀x".length()
                        + "😀x".codePointCount(0, 3)
                        + new StringBuilder("😀x").reverse()
                        + "ab".compareToIgnoreCase("AC")
                        + "é".getBytes(StandardCharsets.UTF_8).length
                        + new String(new byte[] {(byte) 0xC3, (byte) 0x28}, StandardCharsets.UTF_8)
                                .codePointAt(0)
                        + "a,b;c".split("[,;]").length
                        + "text".transform(s -> s + "!")
                        + "%d%%".formatted(5)
                        + "\\tq".translateEscapes()
                        + "  x\n y".stripIndent());
        CharacterIterator ci = new StringCharacterIterator("xyz");
        for (char c = ci.first(); c != CharacterIterator.DONE; c = ci.next()) System.out.print(c);
        System.out.println();
        for (String cs :
                new String[] {
                    "UTF-16",
                    "UTF-16LE",
                    "ISO-8859-15",
                    "windows-1252",
                    "Shift_JIS",
                    "GBK",
                    "Big5",
                    "EUC-KR",
                    "IBM037",
                    "KOI8-R",
                    "UTF-32"
                })
            System.out.print(
                    cs + Arrays.toString("€я語a".getBytes(Charset.forName(cs))).hashCode() + " ");
        System.out.println();
        try {
            "\uD800".getBytes("x-none");
        } catch (java.io.UnsupportedEncodingException e) {
            System.out.println(e.getMessage());
        }
        CharsetDecoder dec =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            dec.decode(java.nio.ByteBuffer.wrap(new byte[] {(byte) 0xff}));
        } catch (MalformedInputException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Character.isLetter('ß')
                        + ""
                        + Character.toTitleCase('ǆ')
                        + Character.getNumericValue('Ⅷ')
                        + Character.isJavaIdentifierStart('$')
                        + Character.digit('f', 16)
                        + Character.forDigit(11, 16)
                        + Character.isSurrogate('\uD800')
                        + Character.MAX_RADIX
                        + Character.reverseBytes('a')
                        + Character.UnicodeBlock.of('я')
                        + Character.getType('A')
                        + Character.isWhitespace('\u00a0')
                        + Character.getDirectionality('א')
                        + Character.isMirrored('(')
                        + Character.highSurrogate(0x1F600)
                        + Character.isIdeographic('語'));
    }
}
