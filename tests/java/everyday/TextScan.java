// Regular expressions in use: tokenizers, results, replacement by functions, named groups, regions,
// lookbehind, flags, splitting with limits, quoting, predicates, transparent bounds.
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class TextScan {
    public static void main(String[] args) {
        Pattern tok =
                Pattern.compile(
                        "(?<num>\\d+(\\.\\d+)?)|(?<id>[a-zA-Z_]\\w*)|(?<op>[-+*/()=])|(?<ws>\\s+)");
        Matcher m = tok.matcher("x1 = 3.14*(y + 42)");
        while (m.find())
            for (String g : new String[] {"num", "id", "op"})
                if (m.group(g) != null)
                    System.out.print(g + ":" + m.group(g) + "@" + m.start(g) + " ");
        System.out.println();
        System.out.println(
                Pattern.compile("\\b(\\w)(\\w*)")
                                .matcher("make title case")
                                .replaceAll(r -> r.group(1).toUpperCase() + r.group(2))
                        + " "
                        + "a1b22".replaceAll("\\d+", "<$0>")
                        + " "
                        + "x.y".replaceAll(Pattern.quote("."), Matcher.quoteReplacement("$"))
                        + " "
                        + Pattern.compile("o")
                                .matcher("foo boo")
                                .results()
                                .map(MatchResult::start)
                                .toList());
        System.out.println(
                Arrays.toString("a,b,,c,,".split(","))
                        + Arrays.toString("a,b,,c,,".split(",", -1))
                        + Arrays.toString("a,b,c".split(",", 2))
                        + Arrays.toString("abc".split(""))
                        + Pattern.compile("(?<=,)").splitAsStream("p,q").toList()
                        + Arrays.toString(" lead".split("\\s+")));
        System.out.println(
                "2024-02-30".matches("\\d{4}-(0[1-9]|1[0-2])-\\d\\d")
                        + " "
                        + Pattern.matches("(?i)ÉTÉ", "été")
                        + Pattern.matches("(?iu)ÉTÉ", "été")
                        + " "
                        + Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find()
                        + Pattern.compile("a.b", Pattern.DOTALL).matcher("a\nb").matches()
                        + Pattern.compile("a b # c", Pattern.COMMENTS).matcher("ab").matches()
                        + " "
                        + "aaa".replaceFirst("a{2}?", "b")
                        + "xaaay".replaceAll("a*+", "-")
                        + " "
                        + "foobar".replaceAll("(?<!foo)bar|(?=bar)", "|")
                        + " "
                        + "abab".matches("(ab)\\1")
                        + Pattern.matches("\\p{IsGreek}+\\p{Lu}\\p{Punct}\\h\\R?", "αβΩ! "));
        Matcher r = Pattern.compile("\\bcat\\b").matcher("concat cat");
        r.region(3, 10);
        System.out.println(r.find() + " " + r.start() + r.hitEnd());
        r.useTransparentBounds(true).region(3, 6);
        System.out.println(r.find() + " " + r.lookingAt());
        StringBuilder sb = new StringBuilder();
        Matcher q = Pattern.compile("(\\w+)=(\\w+)").matcher("k=v, a=b");
        while (q.find()) q.appendReplacement(sb, "$2=${1}x".replace("${1}", "$1"));
        q.appendTail(sb);
        System.out.println(sb + " " + q.groupCount());
        System.out.println(
                Stream.of("a1", "b", "2").filter(Pattern.compile("\\d").asPredicate()).toList()
                        + ""
                        + Stream.of("1", "22")
                                .filter(Pattern.compile("\\d").asMatchPredicate())
                                .toList());
        for (String bad :
                new String[] {
                    "(", "[a", "*a", "a{2,1}", "(?<n>a)(?<n>b)", "\\k<z>", "(?<=a+)b", "\\"
                })
            try {
                Pattern.compile(bad);
                System.out.println("ok " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getMessage().replace("\n", "|") + " " + e.getIndex());
            }
        try {
            m.reset().group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            "a".replaceAll("a", "$2");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                "x".repeat(20000).matches("(x|y)*?z?".replace("*?", "*+"))
                        + " "
                        + "[\\w&&[^\\d]]+".length()
                        + "ab3".replaceAll("[\\w&&[^\\d]]+", "L")
                        + Pattern.compile("a").equals(Pattern.compile("a"))
                        + Pattern.compile("x", Pattern.LITERAL | Pattern.CASE_INSENSITIVE).flags());
    }
}
