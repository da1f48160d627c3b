// String concatenation recipes: every type, constants, nulls, order of evaluation, many operands,
// compound assignment.
public class ConcatShapes {
    static int n;

    static int next() {
        return ++n;
    }

    static class Loud {
        public String toString() {
            return "L" + next();
        }
    }

    static class Nul {
        public String toString() {
            return null;
        }
    }

    static final String K = "const" + 1 + 'c' + true + 2.5f;

    public static void main(String[] args) {
        byte b = -1;
        short s = -2;
        char c = '\u20ac';
        int i = Integer.MIN_VALUE;
        long l = Long.MAX_VALUE;
        float f = 1e-5f;
        double d = 1e22;
        boolean z = false;
        Object o = null;
        String e = "";
        System.out.println("" + b + s + c + i + l + f + d + z + o + e);
        System.out.println(c + i + "x" + c + (char) (c + 1) + 'q');
        System.out.println(1 + 2 + "3" + 4 * 5 + -0.0 + 0f / 0 + 1 / 0.0);
        System.out.println(new Loud() + "/" + next() + "/" + new Loud() + n);
        System.out.println("<" + new Nul() + ">" + null + new Object[0].length + K);
        String acc = null;
        acc += "a";
        acc += 1;
        acc += 'c';
        acc += null;
        acc += 2.0;
        System.out.println(acc);
        char[] chars = {'h', 'i'};
        System.out.println(String.valueOf(chars) + chars.length);
        String[] arr = {"x"};
        int idx = 0;
        arr[idx++] += "y" + idx;
        System.out.println(arr[0] + idx);
        System.out.println("\1tag\2\u0001" + i + "\2" + s + "\1" + "end\0".length());
        StringBuilder sb = new StringBuilder();
        for (int k = 0; k < 5; k++) sb.append("" + k + (k % 2 == 0 ? "e" : 'o') + k * 0.5);
        System.out.println(sb);
        System.out.println(
                "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a"
                        + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b + "a" + b
                        + l + d + "b" + l + d + "b" + l + d + "b" + l + d + "b" + l + d + "b" + l
                        + d + "b" + l + d + "b" + l + d + "b" + l + d + "b" + l + d + "b" + l + d
                        + "b" + l + d + "b" + l + d);
        CharSequence cs = new StringBuilder("seq");
        Integer boxed = null;
        Character bc = 'w';
        System.out.println(
                cs + ":" + boxed + ":" + bc + ":" + (Object) bc + ":" + "\ud83d\ude00" + c);
        try {
            System.out.println("t" + thrower() + next());
        } catch (RuntimeException ex) {
            System.out.println(ex.getMessage() + n);
        }
    }

    static String thrower() {
        throw new RuntimeException("thrown before next " + n);
    }
}
