// UTF-16: code points, surrogate pairs, lone surrogates, output encoding.
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

public class Surrogates {
    public static void main(String[] args) throws Exception {
        String s = "a\ud83d\ude00b\ud800c\udc00\u00e9\ufffe";
        System.out.println(
                s.length()
                        + " "
                        + s.codePointCount(0, s.length())
                        + " "
                        + s.offsetByCodePoints(0, 2)
                        + " "
                        + s.codePointBefore(3)
                        + " "
                        + Integer.toHexString(s.codePointAt(1))
                        + " "
                        + Integer.toHexString(s.codePointAt(2)));
        System.out.println(
                s.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(","))
                        + " "
                        + s.chars()
                                .mapToObj(Integer::toHexString)
                                .collect(Collectors.joining(",")));
        System.out.println(
                s.indexOf(0x1F600)
                        + " "
                        + s.lastIndexOf(0x1F600)
                        + " "
                        + s.indexOf(0xd800)
                        + " "
                        + s.indexOf(0x110000)
                        + " "
                        + s.indexOf("\ude00")
                        + " "
                        + s.indexOf(0xde00));
        for (char c : s.toCharArray())
            System.out.print(
                    (Character.isHighSurrogate(c) ? "H" : Character.isLowSurrogate(c) ? "L" : ".")
                            + "");
        System.out.println();
        System.out.println("\u00e9\u00fc \u4e2d\u6587 \ud83d\ude00 ok");
        System.out.println("lone:\ud800.");
        System.err.println("err \u00e9\ud83d\ude00\udc00");
        System.out.println(
                s.toUpperCase().length()
                        + " "
                        + "\ud801\udc28".toUpperCase().equals("\ud801\udc00")
                        + " "
                        + "\u01c6".toUpperCase().codePointAt(0)
                        + " "
                        + Character.toTitleCase('\u01c6')
                        + " "
                        + "\ufb01".toUpperCase());
        System.out.println(
                new String(Character.toChars(0x10FFFF)).length()
                        + " "
                        + Character.isValidCodePoint(0x110000)
                        + " "
                        + Character.isSupplementaryCodePoint(0x10000)
                        + " "
                        + Character.isBmpCodePoint(0xffff)
                        + " "
                        + Character.toString(0x1F601));
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        System.out.println(
                b.length
                        + " "
                        + new String(b, StandardCharsets.UTF_8).equals(s)
                        + " "
                        + new String(s.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16)
                                .length());
        try {
            StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap("\ud800"));
        } catch (java.nio.charset.CharacterCodingException e) {
            System.out.println(e);
        }
        System.out.println(
                "\ud83d".compareTo("\uffff")
                        + " "
                        + "\ud83d\ude00".equals("\ud83d" + "\ude00")
                        + " "
                        + new StringBuilder()
                                .append('\ud83d')
                                .append('\ude00')
                                .toString()
                                .codePointAt(0));
        System.out.write(0xe2);
        System.out.write(0x82);
        System.out.write(0xac);
        System.out.write('\n');
        System.out.flush();
        System.out.print('\u00e9');
        System.out.print(new char[] {'\u20ac', '\n'});
        System.out.printf("%c %s %n", 0x1F600, "\ud83d\ude00");
        System.out.append('x').append("yz", 1, 2).append(null).println();
    }
}
