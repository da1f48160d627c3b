// switch on strings (with equal hash codes), chars, ints with gaps, fall through, default in the
// middle.
public class StringSwitch {
    static int s(String x) {
        switch (x) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "AaAa":
                return 3;
            case "BBBB":
                return 4;
            case "AaBB":
                return 5;
            case "":
                return 6;
            default:
                return -1;
            case "\u00e9\ud83d\ude00":
                return 7;
        }
    }

    static String fall(int i) {
        StringBuilder r = new StringBuilder();
        switch (i) {
            case 1:
                r.append("one ");
            default:
                r.append("default ");
            case Integer.MIN_VALUE:
                r.append("min ");
                break;
            case Integer.MAX_VALUE:
                r.append("max ");
            case 1000:
                r.append("thousand ");
        }
        return r.toString();
    }

    static int dense(long v) {
        switch ((int) v) {
            case -2:
                return 20;
            case -1:
                return 10;
            case 0:
                return 0;
            case 1:
                return 11;
            case 3:
                return 33;
        }
        return 99;
    }

    static char ch(char c) {
        switch (c) {
            case 'a':
            case 'e':
            case 'i':
            case 'o':
            case 'u':
                return 'V';
            case '\uffff':
                return 'F';
            case 0:
                return 'Z';
        }
        return 'C';
    }

    public static void main(String[] args) {
        for (String x :
                new String[] {
                    "Aa",
                    "BB",
                    "AaAa",
                    "BBBB",
                    "AaBB",
                    "BBAa",
                    "",
                    "C#",
                    "\u00e9\ud83d\ude00",
                    new String("BB")
                }) System.out.println(x + " " + s(x));
        for (int i :
                new int[] {
                    0, 1, 2, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 1
                }) System.out.println(i + " " + fall(i));
        for (long l = -4; l < 6; l++) System.out.print(dense(l) + " ");
        System.out.println(dense(1L << 32) + " " + dense(Long.MAX_VALUE));
        System.out.println("" + ch('e') + ch('x') + ch('\uffff') + ch((char) 0));
        try {
            s(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
