// verdict: runs; output as java's. String concatenation by invokedynamic.
public class Concats {
    static class Loud {
        final String n;

        Loud(String n) {
            this.n = n;
        }

        public String toString() {
            System.out.println("toString " + n);
            return n;
        }
    }

    static class Null {
        public String toString() {
            return null;
        }
    }

    static class Bad {
        public String toString() {
            throw new IllegalStateException("bad toString");
        }
    }

    static int calls;

    static int next() {
        return ++calls;
    }

    public static void main(String[] a) {
        byte b = -7;
        short s = 300;
        char c = 'é';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        boolean t = true, f = false;
        float[] fs = {
            0f,
            -0f,
            1f,
            1.1f,
            1e10f,
            1e-10f,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.MIN_VALUE,
            Float.MAX_VALUE,
            2e-44f
        };
        double[] ds = {
            0,
            -0.0,
            1,
            0.1,
            1e21,
            1e-5,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            2e-323,
            100,
            1e7,
            1.0E-3
        };
        String n = null;
        Object o = null;
        int[] arr = null;
        System.out.println("b" + b + "s" + s + "c" + c + "i" + i + "l" + l + "t" + t + "f" + f);
        for (float x : fs) System.out.println("float " + x + "!");
        for (double x : ds) System.out.println(x + " double " + x);
        System.out.println("nulls " + n + o + arr + new Null());
        System.out.println("" + n);
        System.out.println(n + n);
        System.out.println("order " + new Loud("1") + next() + new Loud("2") + next());
        System.out.println("unicode \u4e2d\u6587 \ud83d\ude00 " + c + '\u4e2d' + "\0" + i);
        System.out.println(("" + c + '\u4e2d').length() + " " + ("\0" + i).length());
        System.out.println("tags \1 and \2 " + i + " \1\2" + l + "\2");
        String x = "x";
        for (int k = 0; k < 5; k++) x += k + x;
        System.out.println(x + x.length());
        char[] cs = {'h', 'i'};
        System.out.println(
                "boxed "
                        + Integer.valueOf(5)
                        + Character.valueOf('q')
                        + Long.valueOf(9)
                        + Double.valueOf(2)
                        + cs.length);
        final String K = "const" + 1 + 2.5 + 'c' + true + null;
        System.out.println(K + i);
        String e = "";
        String y = new String("y");
        System.out.println((e + y).equals(y) + " " + (e + y == y) + " " + (e + e).isEmpty());
        System.out.println(
                "hash "
                        + ("ab" + i).hashCode()
                        + " "
                        + ("ab" + i).equals("ab-2147483648")
                        + " "
                        + (("ab" + i).intern() == ("ab" + i).intern()));
        try {
            System.out.println("x" + new Bad());
        } catch (IllegalStateException ex) {
            System.out.println(ex.getMessage() + " " + ex.getStackTrace()[0].getMethodName());
            for (StackTraceElement st : ex.getStackTrace())
                if (st.getClassName().startsWith("Concats")) System.out.println(st);
        }
        StringBuilder sb = new StringBuilder("sb");
        System.out.println(sb + "!" + new int[0].length + (Object) "obj");
        byte[] big = new byte[300];
        java.util.Arrays.fill(big, (byte) 'z');
        String z = new String(big);
        System.out.println((z + i + z).length());
        long m = 1;
        double d = 2;
        System.out.println(m + d + "" + m + d + (char) (c + 1) + (byte) 200 + (short) 70000);
        String w0 = "a",
                w1 = "b",
                w2 = "c",
                w3 = "d",
                w4 = "e",
                w5 = "f",
                w6 = "g",
                w7 = "h",
                w8 = "i",
                w9 = "j";
        System.out.println(
                w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7 + w8 + w9 + w0 + w1 + w2 + w3 + w4 + w5 + w6
                        + w7 + w8 + w9 + i + l + d + t + w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7 + w8
                        + w9 + i + i + i + i + l + l + l);
    }
}
