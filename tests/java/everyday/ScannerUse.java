// Scanner and tokenizers: delimiters, types, lines, radix, patterns, errors, StringTokenizer,
// StreamTokenizer.
import java.io.*;
import java.util.*;

public class ScannerUse {
    public static void main(String[] args) throws IOException {
        Scanner s =
                new Scanner("12 3.5 word true 0x1f -7 9999999999\nsecond line here\nff 1e3 x")
                        .useLocale(Locale.ROOT);
        System.out.println(
                s.nextInt()
                        + s.nextDouble()
                        + s.next()
                        + s.nextBoolean()
                        + s.hasNextInt()
                        + s.next()
                        + s.nextByte()
                        + s.nextLong()
                        + "["
                        + s.nextLine()
                        + "]"
                        + s.nextLine()
                        + s.nextInt(16)
                        + " "
                        + s.nextBigDecimal()
                        + s.hasNext("y")
                        + s.hasNext("x"));
        try {
            s.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        s.next();
        try {
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getClass().getSimpleName() + s.hasNextLine());
        }
        Scanner d = new Scanner("a,b;;c").useDelimiter("[,;]");
        List<String> l = new ArrayList<>();
        while (d.hasNext()) l.add(d.next());
        System.out.println(l);
        Scanner f = new Scanner("key=val; k2=v2");
        System.out.println(
                f.findInLine("(\\w+)=(\\w+)")
                        + f.match().group(2)
                        + f.findWithinHorizon("k\\d", 0)
                        + new Scanner("1 2 3").tokens().toList()
                        + new Scanner("x1y22").findAll("\\d+").map(r -> r.group()).toList());
        StringTokenizer t = new StringTokenizer("a+b-c", "+-", true);
        StringBuilder sb = new StringBuilder(t.countTokens() + ":");
        while (t.hasMoreTokens()) sb.append(t.nextToken()).append('.');
        System.out.println(sb);
        StreamTokenizer st =
                new StreamTokenizer(new StringReader("x = 3.5 + 'str' // c\n\"q\" /* no */ end"));
        st.slashSlashComments(true);
        st.slashStarComments(true);
        sb.setLength(0);
        while (st.nextToken() != StreamTokenizer.TT_EOF)
            sb.append(
                            st.ttype == StreamTokenizer.TT_WORD
                                    ? st.sval
                                    : st.ttype == StreamTokenizer.TT_NUMBER
                                            ? st.nval + ""
                                            : st.ttype > 0
                                                            && st.sval != null
                                                            && (st.ttype == '"' || st.ttype == '\'')
                                                    ? "<" + st.sval + ">"
                                                    : (char) st.ttype + "")
                    .append(' ');
        System.out.println(sb + "" + st.lineno());
        Scanner in = new Scanner(System.in);
        System.out.println(in.hasNext());
        new Scanner("x").close();
    }
}
