// java.util.regex and Scanner, StringTokenizer.
import java.util.*;
import java.util.regex.*;

public class Regex {
    public static void main(String[] args) {
        Matcher m =
                Pattern.compile("(?<key>\\w+)=(\\d+|'[^']*');?").matcher("a=1;bb='x y';c=33 zz");
        while (m.find())
            System.out.println(
                    m.start()
                            + "-"
                            + m.end()
                            + " "
                            + m.group("key")
                            + " "
                            + m.group(2)
                            + " "
                            + m.groupCount());
        System.out.println(
                "aaa".replaceAll("a*?", "x")
                        + " "
                        + "foo.bar".replaceAll("(\\w+)\\.(\\w+)", "$2/$1")
                        + " "
                        + Pattern.matches("[a-c&&[^b]]+", "acca")
                        + " "
                        + "x1y22".replaceAll("\\d", Matcher.quoteReplacement("$"))
                        + " "
                        + Pattern.compile("b").splitAsStream("abcbd").toList()
                        + " "
                        + "AbC".matches("(?i)abc")
                        + " "
                        + "a\nb".matches("(?s)a.b")
                        + " "
                        + Pattern.compile("^b$", Pattern.MULTILINE).matcher("a\nb").find()
                        + " "
                        + "aab".matches("(a)\\1b")
                        + " "
                        + "foobar".replaceAll("foo(?=bar)", "X")
                        + " "
                        + "xbar".replaceAll("(?<!foo)bar", "Y")
                        + " "
                        + "\u00e9\u00c9".matches("(?iu)\u00c9+")
                        + " "
                        + "ab12".matches("\\p{Alpha}+\\p{Digit}{2,}")
                        + " "
                        + "aaaa".replaceAll("(?>a{2})", "-"));
        System.out.println(
                Pattern.compile("(\\d+)")
                                .matcher("1 22 333")
                                .replaceAll(r -> "<" + r.group().length() + ">")
                        + " "
                        + Pattern.compile("\\bw\\w*")
                                .matcher("what a world")
                                .results()
                                .map(MatchResult::group)
                                .toList());
        for (String bad : new String[] {"(", "[a", "*", "a{2,1}", "\\k<x>", "(?<n>a)(?<n>b)"}) {
            try {
                Pattern.compile(bad);
                System.out.println("ok " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getMessage().replace("\n", "|"));
            }
        }
        try {
            Pattern.compile("a").matcher("a").group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Scanner s =
                new Scanner("12 3.5 word\nnext line\n0x1F true 99999999999").useLocale(Locale.ROOT);
        System.out.println(
                s.nextInt()
                        + " "
                        + s.nextDouble()
                        + " "
                        + s.next()
                        + "["
                        + s.nextLine()
                        + "]["
                        + s.nextLine()
                        + "] "
                        + s.hasNextInt()
                        + " "
                        + s.next()
                        + " "
                        + s.nextBoolean()
                        + " "
                        + s.hasNextInt()
                        + " "
                        + s.nextLong()
                        + " "
                        + s.hasNext());
        try {
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        StringTokenizer t = new StringTokenizer("a,b;c", ",;", true);
        while (t.hasMoreTokens()) System.out.print(t.nextToken() + "_");
        System.out.println();
        StringBuilder sb = new StringBuilder();
        Matcher w = Pattern.compile("cat|dog").matcher("one cat two dog three");
        while (w.find()) w.appendReplacement(sb, w.group().toUpperCase());
        System.out.println(
                w.appendTail(sb)
                        + " "
                        + Pattern.compile("(a|ab)(c|bcd)(d*)")
                                .matcher("abcd")
                                .replaceFirst("[$1][$2][$3]"));
    }
}
