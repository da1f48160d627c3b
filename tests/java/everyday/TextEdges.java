// Strings, builders, code points, Character methods, case mapping, joining, text blocks, Scanner,
// StringTokenizer, StringReader, formatting of indents.
import java.io.*;
import java.util.*;
import java.util.stream.*;

public class TextEdges {
    static String esc(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray())
            if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        return b.toString();
    }
    public static void main(String[] args) throws Exception {
        String g = "a\ud83d\ude00b\ud83d";
        StringBuilder sb = new StringBuilder(g);
        System.out.println(
            g.length() + " " + g.codePointCount(0, 5) + g.codePointAt(1) + " " + g.codePointBefore(3)
            + g.offsetByCodePoints(0, 2) + g.codePoints().mapToObj(Integer::toHexString).toList()
            + esc(sb.reverse().toString())
            + esc(sb.appendCodePoint(0x1d11e).insert(0, 1.5f).deleteCharAt(3).replace(1, 2, "<>").toString())
            + sb.indexOf("b") + sb.capacity());
        for (int cp : new int[] {'a', 'Z', '5', 0xdf, 0x130, 0x1c5, 0x2160, 0x661, 0x3b1, 0x4e2d, 0x1f600, 0xa0, 0x2028,
                 0xad, 0xd800, 0x10ffff, 0xaa, 0x5f, 0x24, 0x7f, 0x200e})
            System.out.print(
                Integer.toHexString(cp) + ":" + Character.getType(cp) + (Character.isLetter(cp) ? "L" : "")
                + (Character.isDigit(cp) ? "D" : "") + (Character.isUpperCase(cp) ? "U" : "")
                + (Character.isLowerCase(cp) ? "l" : "") + (Character.isTitleCase(cp) ? "T" : "")
                + (Character.isWhitespace(cp) ? "W" : "") + (Character.isSpaceChar(cp) ? "S" : "")
                + (Character.isJavaIdentifierStart(cp) ? "J" : "") + (Character.isIdentifierIgnorable(cp) ? "I" : "")
                + (Character.isMirrored(cp) ? "M" : "") + (Character.isIdeographic(cp) ? "C" : "")
                + Character.getNumericValue(cp) + "," + Character.digit(cp, 16) + "," + Character.getDirectionality(cp)
                + "," + Integer.toHexString(Character.toUpperCase(cp)) + Integer.toHexString(Character.toTitleCase(cp))
                + Character.UnicodeScript.of(cp) + Character.UnicodeBlock.of(cp) + " ");
        System.out.println(Character.getName(0x1f600) + Character.codePointOf("GREEK SMALL LETTER ALPHA")
                           + Character.toChars(0x1f600).length + Character.isSurrogatePair('\ud83d', '\ude00')
                           + Character.highSurrogate(0x1f600) % 1000 + Character.forDigit(11, 12)
                           + Character.reverseBytes('a') % 99 + Character.MAX_CODE_POINT);
        System.out.println(
            esc("\u00dfI\u0130\ufb01".toLowerCase(Locale.ROOT)) + esc("\u00dfi\ufb01\u0149".toUpperCase(Locale.ROOT))
            + esc("Ii\u0130\u0131".toLowerCase(Locale.forLanguageTag("tr")))
            + esc("Ii".toUpperCase(Locale.forLanguageTag("tr")))
            + esc("\u039f\u03a3 \u03a3\u03a3".toLowerCase(Locale.ROOT)) + "stra\u00dfe".equalsIgnoreCase("STRASSE")
            + "\u0130".equalsIgnoreCase("i") + "a".compareToIgnoreCase("B") + "abc".compareTo("abcd")
            + String.CASE_INSENSITIVE_ORDER.compare("x", "X"));
        System.out.println(
            "  \u2003x\t ".strip().length() + "  \u2003x ".trim().length() + "|"
            + " \n".isBlank() + "ab".repeat(3) + "a\nb\r\nc\r".lines().toList() + esc("x\n y".indent(2))
            + esc("   a\n  b\n".stripIndent()) + "a\\tb\\\"\\101\\n".translateEscapes().length()
            + String.join("-", List.of("p", "q")) + "abcabc".lastIndexOf("bc", 3) + "abc".contains("")
            + "abc".regionMatches(true, 1, "XBC", 1, 2) + "x".concat("y").intern() + "a,b,,".split(",").length
            + String.valueOf((Object) null) + "abc".chars().sum() + "Mississippi".replace("ss", "SS").replace('i', '!')
            + "%d".formatted(5) + "ab".transform(s -> s + s) + "b".compareTo("a") + "abc".endsWith("")
            + "hello".indexOf('l', -5) + "x".equals(null) + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2)
            + new String(new int[] {0x1f600, 65}, 0, 2).length() + "tEST".substring(1).toLowerCase() + "a".hashCode()
            + "".hashCode() + "\u20acuro".hashCode());
        System.out.println(BLOCK + SMALL.length());
        Scanner sc =
            new Scanner("12 3.5 true 0x1F word 1,234 99999999999 \"q\" last line here\nnext;a,b").useLocale(Locale.US);
        System.out.println(sc.nextInt() + sc.nextDouble() + "" + sc.nextBoolean() + sc.hasNextInt() + sc.next()
                           + sc.next("w.*") + sc.nextInt() + sc.hasNextInt() + sc.nextLong() + sc.findInLine("\"(.)\"")
                           + sc.match().group(1) + sc.nextLine() + sc.useDelimiter("[;,]").next()
                           + sc.skip(";").tokens().toList() + sc.hasNext());
        try {
            new Scanner("x").nextInt();
        } catch (InputMismatchException e) { System.out.println(e.getMessage()); }
        try {
            new Scanner("").nextLine();
        } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        System.out.println(new Scanner("ff 101").nextInt(16)
                           + new Scanner("a1b22").findAll("\\d+").map(m -> m.group()).toList().toString()
                           + Collections.list(new StringTokenizer("a+b-c", "+-", true))
                           + new StringTokenizer("x y z").countTokens());
        StringReader r = new StringReader("peek");
        r.mark(9);
        r.skip(2);
        char[] buf = new char[5];
        System.out.println(r.read(buf, 1, 4) + new String(buf).trim() + r.read());
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 // c\n'str' + /* */ -2"));
        st.slashSlashComments(true);
        st.slashStarComments(true);
        while (st.nextToken() != StreamTokenizer.TT_EOF)
            System.out.print(st.ttype + ":" + st.sval + ":" + st.nval + " ");
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\r\nc"));
        ln.readLine();
        ln.readLine();
        PushbackReader pr = new PushbackReader(ln, 3);
        pr.unread("zy".toCharArray());
        System.out.println(ln.getLineNumber() + "" + (char) pr.read() + (char) pr.read() + (char) pr.read());
        PrintStream ps = new PrintStream(new ByteArrayOutputStream() {
            public String toString() { return "bytes " + count; }
        }, true, "UTF-16");
        ps.printf("%s", "x").append('c').println(new char[] {'h'});
        System.out.println(ps.checkError());
        StringJoiner sj = new StringJoiner(",", "[", "]").setEmptyValue("none");
        System.out.println(sj + "" + sj.add("x").merge(new StringJoiner("-").add("p").add("q")) + sj.length());
        char[] cs = "hello".toCharArray();
        Arrays.sort(cs, 1, 4);
        System.out.println(cs);
        System.out.println(new String(cs, 1, 2) + String.valueOf(cs, 2, 2)
                           + CharSequence.compare("a", new StringBuilder("b"))
                           + new StringBuilder("x").compareTo(new StringBuilder("y"))
                           + new StringBuffer("buf")
                               .reverse()
                               .append(true)
                               .append((String) null)
                               .append(new char[] {'z'}, 0, 1)
                               .append(1L)
                               .insert(3, 'I')
                           + new StringBuilder("abc").chars().filter(c -> c > 'a').count());
        try {
            new StringBuilder("abc").insert(5, "x");
        } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            "abc".charAt(-1);
        } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            "a".repeat(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            new String(new byte[2], 1, 3);
        } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            Character.toChars(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
    static final String BLOCK = """
        Text "block" \
        joined,\tTab \"""
          indent  \s
        end""";
    static final String SMALL = """
        <a>
          \u0041\101
        """;
}
