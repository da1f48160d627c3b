// Regular expressions: groups, named groups, lookaround, backreferences, quantifiers, flags,
// replacement, splitting, errors.
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class RegexGroups {
    public static void main(String[] args) {
        Matcher m =
                Pattern.compile("(?<y>\\d{4})-(?<m>\\d\\d)(?:-(\\d\\d))?")
                        .matcher("on 2024-02-29 and 1999-12, x");
        while (m.find())
            System.out.println(
                    m.group()
                            + " "
                            + m.group("y")
                            + " "
                            + m.group(2)
                            + " "
                            + m.group(3)
                            + " "
                            + m.start("m")
                            + "-"
                            + m.end()
                            + " "
                            + m.groupCount());
        System.out.println(
                "aXbXc".replaceAll("(\\w)X", "$1-")
                        + " "
                        + "a.b".replaceAll(".", "\\$")
                        + " "
                        + Pattern.compile("\\d+")
                                .matcher("a1b22")
                                .replaceAll(r -> "<" + r.group().length() + ">")
                        + " "
                        + Matcher.quoteReplacement("$\\"));
        System.out.println(
                Arrays.toString("a,b,,c,,".split(","))
                        + Arrays.toString("a,b,,c,,".split(",", -1))
                        + Arrays.toString("a1b2".split("(?<=\\d)"))
                        + Arrays.toString("".split(","))
                        + Arrays.toString("xAyBz".split("[A-Z]", 2)));
        for (String p :
                new String[] {
                    "(a|b)*c",
                    "a{2,3}?",
                    "(?i)ABC",
                    "^\\s*$",
                    "(\\w)\\1",
                    "[a-z&&[^aeiou]]+",
                    "\\p{Lu}\\p{L}*",
                    "(?=.*\\d)(?=.*[a-z]).{4,}",
                    "(?<!a)b",
                    "x++y",
                    "(?s).+",
                    "\\bfoo\\b",
                    "\\Qa.b\\E"
                })
            System.out.println(
                    p
                            + " "
                            + Stream.of(
                                            "abac",
                                            "aaa",
                                            "abc",
                                            "",
                                            "xx",
                                            "bcd",
                                            "\u00c9tat",
                                            "ab1c",
                                            "cb",
                                            "xxy",
                                            "a\nb",
                                            "a foo b",
                                            "a.b")
                                    .filter(Pattern.compile(p).asPredicate())
                                    .collect(Collectors.joining("|"))
                                    .replace("\n", "~"));
        Matcher q = Pattern.compile("(a+)(b*)").matcher("aabxab");
        StringBuilder sb = new StringBuilder();
        while (q.find()) q.appendReplacement(sb, "[" + q.group(2) + "$1]");
        q.appendTail(sb);
        System.out.println(
                sb + " " + q.reset().lookingAt() + q.end() + " " + q.matches() + " " + q.hitEnd());
        System.out.println(
                Pattern.compile("(?m)^(\\w+):(.*)$")
                                .matcher("k: v\nq:w")
                                .results()
                                .map(r -> r.group(1) + "=" + r.group(2))
                                .toList()
                        + " "
                        + Pattern.compile("[,;]").splitAsStream("a,b;c").toList());
        Matcher rg = Pattern.compile("a.c").matcher("xxabcxx");
        rg.region(2, 5);
        System.out.println(
                rg.matches() + " " + rg.regionStart() + " " + rg.toMatchResult().start());
        for (String bad :
                new String[] {"(", "[a", "a**", "\\", "(?<1a>x)", "a{3,2}", "(?z)", "\\k<no>"})
            try {
                Pattern.compile(bad);
                System.out.println("ok " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getMessage().replace("\n", " / ").replace("\r", ""));
            }
        System.out.println(
                Pattern.matches("\\R", "\r\n")
                        + " "
                        + Pattern.compile("\u00e9", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                                .matcher("\u00c9")
                                .matches()
                        + " "
                        + Pattern.compile(" a # c\n b", Pattern.COMMENTS).matcher("ab").matches()
                        + " "
                        + Pattern.compile("[x-z]", Pattern.LITERAL).matcher("[x-z]").find());
    }
}
