// String concatenation: control characters in constants, over 200 operands, side effects and order,
// compound assignment on arrays, char arithmetic, nulls, nested.
import java.util.*;

public class ConcatTricks {
    static int n;

    static int next() {
        return ++n;
    }

    static class Loud {
        final String s;

        Loud(String s) {
            this.s = s;
        }

        public String toString() {
            System.out.print("<" + s + ">");
            return s;
        }
    }

    static class Nul {
        public String toString() {
            return null;
        }
    }

    public static void main(String[] args) {
        String c1 = "\u0001", c2 = "\u0002";
        final String K = "a\u0001b\u0002c";
        System.out.println((K + 1 + K + c1 + c2 + "\u0001" + 2).chars().sum());
        System.out.println("" + next() + next() * 10 + (next() + next()) + n++ + ++n);
        System.out.println(
                new Loud("x")
                        + "-"
                        + new Loud("y")
                        + "-"
                        + new Nul()
                        + null
                        + (Object) null
                        + (String) null);
        char[] cs = {'h', 'i'};
        char c = 'a';
        c += 1;
        short sh = 10;
        sh += 3.7;
        byte by = (byte) 200;
        by >>>= 1;
        System.out.println(
                c
                        + 1
                        + ""
                        + c
                        + (char) (c + 1)
                        + cs.length
                        + sh
                        + by
                        + 'x'
                        + 1L
                        + 1f
                        + 1d
                        + 1e10
                        + 1e-5f
                        + Double.MIN_VALUE
                        + Float.NaN
                        + -0.0
                        + Long.MIN_VALUE
                        + true);
        String[] arr = {"p", "q"};
        int i = 0;
        arr[i++] += "z" + i;
        arr[i] += i++ + arr[0];
        System.out.println(Arrays.toString(arr) + i);
        Object o = "s";
        o += "t" + 1;
        System.out.println(o);
        String s = "";
        for (int k = 0; k < 5; k++) s += k + (k % 2 == 0 ? "," : ";");
        System.out.println(s);
        int a = 1;
        long l = 2;
        double d = 3;
        String t = "T";
        Integer in = 5;
        StringBuilder sb = new StringBuilder("sb");
        System.out.println(
                "" + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a
                        + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb
                        + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in
                        + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t
                        + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d
                        + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l
                        + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a
                        + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb
                        + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in
                        + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t
                        + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l + d
                        + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb + a + l
                        + d + t + in + sb + a + l + d + t + in + sb + a + l + d + t + in + sb);
        System.out.println("é" + 'ß' + "\uD83D\uDE00" + "日本" + 1 + (char) 0x20AC + "a");
        System.out.println(
                "x"
                        + (a > 0 ? 'y' : 0)
                        + (a > 0 ? 1 : 'c')
                        + (a > 0 ? null : 0)
                        + (a < 0 ? 1 : 2.0)
                        + (Object) (a > 0 ? 1 : "s"));
        StringBuilder self = new StringBuilder("ab");
        System.out.println("" + self + self.append("c") + self.reverse());
        char[] none = null;
        try {
            System.out.println("v" + String.valueOf(none));
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        final int F = 3;
        final String FS = "f" + F;
        System.out.println(FS == "f3" ? "const" : "not");
        String nn = null;
        nn += null;
        System.out.println(nn + nn.length());
    }
}
