// String methods: everything from repeat to translateEscapes, text blocks, builders, joiners, code
// points.
import java.util.*;
import java.util.stream.*;

public class StringWorks {
    public static void main(String[] args) {
        String s = "  Hello, W\u00f6rld \ud83d\ude00  ";
        System.out.println(
                s.strip()
                        + "|"
                        + s.stripLeading()
                        + "|"
                        + s.stripTrailing()
                        + "|"
                        + s.trim().length()
                        + s.isBlank()
                        + "ab".repeat(3)
                        + "a\nb\r\nc".lines().toList()
                        + " x\n  y".indent(2).replace("\n", "~")
                        + "  a\n b".stripIndent().replace("\n", "~")
                        + "\\t\\n\\101".translateEscapes().length()
                        + "x".compareTo("xyz")
                        + "b".compareToIgnoreCase("A"));
        System.out.println(
                s.indexOf('o')
                        + ","
                        + s.lastIndexOf("l")
                        + ","
                        + s.indexOf("l", 6)
                        + ","
                        + s.codePointAt(15)
                        + ","
                        + s.offsetByCodePoints(0, 16)
                        + ","
                        + s.chars().filter(Character::isLetter).count()
                        + ","
                        + s.contains("W\u00f6")
                        + s.startsWith("Hello", 2)
                        + s.regionMatches(true, 2, "HELLO", 0, 5)
                        + s.replace('l', 'L')
                        + s.toUpperCase(Locale.ROOT)
                        + s.concat("!").endsWith("!")
                        + "".isEmpty()
                        + "a-b".matches("\\w-\\w")
                        + String.valueOf(new char[] {'x', 'y'}, 1, 1)
                        + String.copyValueOf(new char[] {'q'})
                        + "abc".contentEquals(new StringBuilder("abc"))
                        + "%d".formatted(3)
                        + "tr".transform(x -> x + 1));
        String tb =
                """
                line one
                  indented "quotes" \"""
                joined \
                line\ttab\s
                """;
        System.out.print(tb.replace(' ', '.'));
        StringBuilder b = new StringBuilder("0123456789");
        b.insert(3, "abc")
                .delete(0, 2)
                .deleteCharAt(1)
                .replace(0, 1, "ZZ")
                .reverse()
                .setCharAt(0, '*');
        b.setLength(8);
        b.append(1.5f)
                .append('c')
                .append(true)
                .append((Object) null)
                .append(new char[] {'h'})
                .append("xyz", 1, 2)
                .appendCodePoint(0x1F600);
        System.out.println(
                b
                        + " "
                        + b.length()
                        + b.indexOf("c")
                        + b.charAt(2)
                        + b.compareTo(new StringBuilder("*"))
                        + b.codePointCount(0, b.length())
                        + b.substring(3, 5));
        StringJoiner j = new StringJoiner(", ", "{", "}").setEmptyValue("EMPTY");
        System.out.println(
                j
                        + ""
                        + j.add("a").add("b")
                        + j.length()
                        + String.join("/", List.of("p", "q"))
                        + Stream.of("x").collect(Collectors.joining(",", "[", "]")));
        System.out.println(
                Character.getName('A')
                        + Character.isJavaIdentifierStart('$')
                        + Character.getType('\u20ac')
                        + Character.toChars(0x1F600).length
                        + Character.isSurrogate('\ud83d')
                        + Character.digit('f', 16)
                        + Character.forDigit(11, 16)
                        + Character.UnicodeBlock.of('\u4e2d')
                        + Character.UnicodeScript.of('\u0416')
                        + Character.isMirrored('(')
                        + Character.toTitleCase('\u01c6')
                        + Character.reverseBytes('\u1234')
                        + Character.MAX_RADIX);
        System.out.println(
                "Stra\u00dfe".equalsIgnoreCase("STRASSE")
                        + " "
                        + "\u01c5".toLowerCase()
                        + "\u03a3\u03a3".toLowerCase(Locale.ROOT)
                        + "a,b;c".split("[,;]").length
                        + "x".equals(null)
                        + "hash".hashCode()
                        + "\0".length()
                        + "a".intern().equals("a")
                        + new String(new int[] {65, 0x1F600}, 0, 2)
                        + new String("abc".getBytes(), 1, 2)
                        + "z".describeConstable().get()
                        + "b".compareTo("a")
                        + CharSequence.compare("a", "b")
                        + "abcabc".replaceFirst("b", "X")
                        + "one two".split(" ", 0)[1]);
    }
}
