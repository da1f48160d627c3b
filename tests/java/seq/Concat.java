// String concatenation of every type and shape: invokedynamic recipes, constants, many arguments,
// evaluation order.
public class Concat {
    static int n;

    static int tick(String s) {
        System.out.print(s);
        return ++n;
    }

    static class Ts {
        final String s;

        Ts(String s) {
            this.s = s;
        }

        @Override
        public String toString() {
            n += 100;
            return s;
        }
    }

    static String nul() {
        return null;
    }

    public static void main(String[] args) {
        boolean z = true;
        byte b = -8;
        short s = -300;
        char c = '\u00e9';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = 1.1f;
        double d = 1e-5;
        String t = null;
        Object o = null;
        int[] a = null;
        char[] ca = {'q'};
        System.out.println("" + z + b + s + c + i + l + f + d + t + o + a);
        System.out.println(
                z
                        + "|"
                        + b
                        + "|"
                        + s
                        + "|"
                        + c
                        + "|"
                        + i
                        + "|"
                        + l
                        + "|"
                        + f
                        + "|"
                        + d
                        + "|"
                        + t
                        + "|"
                        + o
                        + "|"
                        + new Ts("ts")
                        + "|"
                        + new Ts(null));
        System.out.println(
                1
                        + 2
                        + "x"
                        + 1
                        + 2
                        + 'c'
                        + (char) ('c' + 1)
                        + ('c' + 1)
                        + 1.0f
                        + 2.0
                        + 3L
                        + null
                        + true);
        System.out.println("\u0001" + i + "\u0002" + "tag\u0001" + c + "\u0001\u0002" + l);
        String r = "r";
        r += tick("a") + tick("b");
        r += 'x';
        r += 1 + 1;
        r += nul();
        String[] arr = {"e0", "e1"};
        int k = 0;
        arr[k++] += k + "!";
        System.out.println(r + " " + arr[0] + arr[1] + k + " " + n);
        System.out.println("" + tick("1") + new Ts("[t" + n + "]") + tick("2") + n);
        String many = "";
        for (int q = 0; q < 5; q++) many = many + q + "," + many.length() + ";";
        System.out.println(many);
        System.out.println(
                "a" + i + "b" + i + "c" + i + "d" + i + "e" + i + "f" + i + "g" + i + "h" + i + "i"
                        + i + "j" + i + "k" + i + "l" + i + "m" + i + "n" + i + "o" + i + "p" + i
                        + "q" + i + "r" + i + "s" + i + "t" + i + "u" + i + "v" + i + "w" + i + "x"
                        + i + "y" + i + "z" + i + z + b + s + c + l + f + d + t + o + "end");
        final String K = "const" + 1 + 'c' + 2.0 + true + 5L + (1 > 2 ? "y" : "n");
        System.out.println(
                K
                        + ("constn" == "const" + "n")
                        + "\u4e2d"
                        + c
                        + "latin"
                        + "\ud83d\ude00"
                        + args.length);
        StringBuilder sb = new StringBuilder("sb");
        CharSequence cs = sb;
        System.out.println(
                cs
                        + "-"
                        + sb
                        + new StringBuffer("buf")
                        + 'a'
                        + 'b'
                        + ('a' + 'b')
                        + (Object) 'c'
                        + Integer.valueOf(5)
                        + new Ts("q").s.length());
        String e = "" + "";
        System.out.println(
                (e + "").isEmpty()
                        + " "
                        + (nul() + nul())
                        + " "
                        + ("" + nul()).length()
                        + (char) 0
                        + "."
                        + Double.MIN_VALUE
                        + Float.MAX_VALUE
                        + -0.0f
                        + 0x10
                        + 010
                        + 1e10
                        + 100f);
    }
}
