// StringBuilder: every append and insert, deletion, reversal with surrogates, capacity growth.
public class Builders {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        sb.append(true)
                .append('c')
                .append(1)
                .append(2L)
                .append(1.5f)
                .append(-0.0)
                .append((Object) null)
                .append((String) null)
                .append(new char[] {'x', 'y'})
                .append("hello", 1, 3)
                .append(new char[] {'1', '2', '3'}, 1, 2)
                .appendCodePoint(0x1F600);
        System.out.println(sb + " " + sb.length());
        sb.insert(0, 9)
                .insert(1, "ins")
                .insert(2, 'q')
                .insert(3, 1.25)
                .insert(0, false)
                .insert(5, new char[] {'_'})
                .insert(sb.length(), 7L);
        System.out.println(sb);
        sb.setCharAt(0, 'F');
        sb.deleteCharAt(1);
        sb.delete(2, 5);
        sb.replace(0, 2, "REPL");
        sb.setLength(20);
        System.out.println(
                sb
                        + " "
                        + sb.indexOf("l")
                        + " "
                        + sb.lastIndexOf("l")
                        + " "
                        + sb.indexOf("zz")
                        + " "
                        + sb.charAt(3)
                        + " "
                        + sb.substring(4)
                        + " "
                        + sb.subSequence(1, 4));
        System.out.println(
                new StringBuilder("a\ud83d\ude00b\u00e9").reverse()
                        + " "
                        + new StringBuilder("abc").reverse()
                        + " "
                        + new StringBuilder("\ude00\ud83d").reverse().codePointAt(0));
        StringBuilder g = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            g.append(i % 10);
            if (i == 1500) g.append('\u4e2d');
        }
        System.out.println(
                g.length()
                        + " "
                        + g.toString().hashCode()
                        + " "
                        + g.charAt(1501)
                        + " "
                        + g.codePointCount(0, g.length()));
        sb.setLength(3);
        sb.setLength(5);
        System.out.println(
                (int) sb.charAt(4)
                        + " "
                        + sb.compareTo(new StringBuilder("REP"))
                        + " "
                        + sb.equals(sb.toString())
                        + " "
                        + sb.toString().contentEquals(sb));
        try {
            sb.insert(77, "x");
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            sb.charAt(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            sb.setLength(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            sb.delete(4, 2);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        StringBuffer f = new StringBuffer("buf");
        f.append(f).append(f, 1, 2).insert(0, f.length());
        System.out.println(f);
        String s = "";
        for (char c = 'a'; c <= 'z'; c++) s += c;
        s += 1 + 2 + "3" + 4 + 5;
        System.out.println(s);
        java.util.StringJoiner j =
                new java.util.StringJoiner(", ", "{", "}").setEmptyValue("EMPTY");
        System.out.println(j + " " + j.add("a").add("b") + " " + String.join("-", "x", "y", "z"));
    }
}
