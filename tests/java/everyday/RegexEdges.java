// Regular expressions: lookaround, named groups, lazy and possessive, Unicode classes, flags, replacement functions, regions, splitting, errors.
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class RegexEdges {
    static void all(String re, String s, int flags) {
        Matcher m = Pattern.compile(re, flags).matcher(s);
        StringBuilder b = new StringBuilder(re.replace("\n", "\\n")).append(" :");
        while (m.find()) {
            b.append(" ")
                .append(m.start())
                .append("-")
                .append(m.end())
                .append("[")
                .append(m.group().replace("\n", "\\n"))
                .append("]");
            for (int i = 1; i <= m.groupCount(); i++) b.append("(").append(m.group(i)).append(")");
        }
        System.out.println(b);
    }
    public static void main(String[] args) {
        all("(?<=\\$)\\d+(?:\\.\\d\\d)?(?!\\d)", "$12.50 $7 13 $8.123", 0);
        all("(?<!un)happy|(?<=x{1,3})y", "unhappy happy xxy y", 0);
        all("(a+?)(a*)|b++b|c*+", "aaabbbc", 0);
        all("(?>a|ab)c|(\\w)\\1", "abc aabbcd", 0);
        all("^\\s*(\\w+)\\s*$", "one\n two \n\nthree x", Pattern.MULTILINE);
        all("a.b", "a\nb axb a\rb", Pattern.DOTALL);
        all("a.b", "a\nb axb a\u2028b a\rb", Pattern.UNIX_LINES);
        all("stra\u00dfe|\u00e9t\u00e9|[\u00c0-\u00d6]+", "STRASSE \u00c9T\u00c9 Stra\u00dfe \u00e0\u00e1",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        all("\\w+", "na\u00efve caf\u00e9 \u0434\u0430", 0);
        all("\\w+|\\d+", "na\u00efve \u0663\u0664 \u0434\u0430", Pattern.UNICODE_CHARACTER_CLASS);
        all("\\p{Lu}\\p{Ll}*|\\p{IsCyrillic}+|\\p{InGreek}+|\\p{Sc}|\\p{javaDigit}+",
            "Abc \u0434\u0430 \u03b1\u03b2 \u20ac12", 0);
        all("[a-z&&[^aeiou]]+|[^\\x00-\\x7f]", "consonants \u00e9", 0);
        all("\\bfoo\\b|\\Bbar|\\Aabc|xyz\\z|(?i:QUX)", "abc foo foobar barbar qUx xyz", 0);
        all("x # comment\n \\ y", "x y xy", Pattern.COMMENTS);
        all("a.c[x]", "a.c[x] abc", Pattern.LITERAL);
        all("\\R|\\h+|\\v", "a\r\nb\t c\u000b", 0);
        all("\\X", "e\u0301a\ud83d\ude00", 0);
        all("(?x) (\\d{2,4}) - (\\d{2}) (?# c)".replace("(?# c)", ""), "2024-05 99-11", 0);
        Matcher m = Pattern.compile("(?<key>\\w+)=(?<val>[^;]*)(?:;|$)").matcher("a=1;bb=two;c=");
        Map<String, String> kv = new LinkedHashMap<>();
        while (m.find()) kv.put(m.group("key"), m.group("val"));
        System.out.println(kv + " " + m.reset().replaceAll("${val}:$1,") + " " + m.replaceFirst("\\$\\\\"));
        System.out.println(Pattern.compile("\\d+")
                .matcher("3 + 14 = 17")
                .replaceAll(r -> "<" + Integer.parseInt(r.group()) * 2 + ">"));
        StringBuilder sb = new StringBuilder();
        m = Pattern.compile("[aeiou]").matcher("education");
        while (m.find()) m.appendReplacement(sb, m.group().toUpperCase() + m.start());
        System.out.println(m.appendTail(sb));
        m = Pattern.compile("^ab|ab$|\\bab").matcher("xxabyyab");
        m.region(2, 6);
        System.out.println(m.find() + "" + m.start() + m.hitEnd() + m.requireEnd()
                           + m.useAnchoringBounds(false).reset().region(2, 6).find() + m.lookingAt());
        System.out.println(Arrays.toString("a1b22c333".split("(?<=\\d)(?=\\D)")) + Arrays.toString("".split(","))
                           + Arrays.toString(",a,,b,,".split(",")) + Arrays.toString(",a,,b,,".split(",", -1))
                           + Arrays.toString("abc".split("")) + Arrays.toString("a:b:c".split(":", 2)));
        System.out.println(Pattern.compile(",\\s*").splitAsStream("p, q,r").collect(Collectors.joining("|"))
                           + Pattern.compile("o").asPredicate().test("foo")
                           + Pattern.compile("o").asMatchPredicate().test("foo") + Pattern.matches("[^b]*", "aac"));
        System.out.println(Pattern.compile("(\\d)(\\d)?")
                .matcher("1 23")
                .results()
                .map(r -> r.group(1) + r.group(2) + r.end(2))
                .toList());
        System.out.println(Pattern.quote("a\\Eb") + " " + Matcher.quoteReplacement("$1\\") + " "
                           + "a.b.c".replace(".", "$") + " " + Pattern.compile("x", 2 | 8).flags());
        for (String bad : new String[] {"(", "[a", "a{2,1}", "*a", "(?<n>a)(?<n>b)", "\\k<z>", "(?<=a+)b", "\\p{Foo}",
                 "a\\", "x{99999999999}", "[z-a]", "(?q)", "\\2(a)"})
            try {
                System.out.println(Pattern.compile(bad).matcher("aab").find());
            } catch (PatternSyntaxException e) {
                System.out.println(e.getMessage().replace("\n", "/") + " @" + e.getIndex());
            }
        try {
            m.reset("x").group();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            "a".replaceAll("a", "$2");
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            "a".replaceAll("(?<n>a)", "${m}");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println("x".repeat(300).matches("(x|y)*") + " "
                           + "aaaa".replaceAll("a*", "-") + " "
                           + "b\u0301".matches("b."));
    }
}
