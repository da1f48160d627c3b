// int arithmetic at the edges: overflow, division, remainder, compound assignment, narrowing.
public class IntArith {
    static final int[] V = {
        0,
        1,
        -1,
        2,
        -2,
        7,
        -7,
        31,
        32,
        33,
        46341,
        -46341,
        65535,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1
    };

    public static void main(String[] args) {
        for (int a : V) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (int b : V) {
                sb.append(' ').append(a + b).append(',').append(a - b).append(',').append(a * b);
                try {
                    sb.append(',').append(a / b).append(',').append(a % b);
                } catch (ArithmeticException e) {
                    sb.append(',').append(e.getMessage());
                }
                sb.append(',')
                        .append(a & b)
                        .append(',')
                        .append(a | b)
                        .append(',')
                        .append(a ^ b)
                        .append(',')
                        .append(a < b)
                        .append(a >= b);
            }
            System.out.println(sb);
            System.out.println(
                    -a
                            + " "
                            + ~a
                            + " "
                            + Math.abs(a)
                            + " "
                            + (a >>> 1)
                            + " "
                            + (byte) a
                            + " "
                            + (short) a
                            + " "
                            + (int) (char) a);
        }
        byte b = 127;
        b += 1;
        short s = (short) 40000;
        s *= 3;
        char c = 'a';
        c += 70000;
        int i = 5;
        i += 3.7;
        i -= 0.5f;
        i <<= 33;
        long l = 5;
        l *= 2.9;
        int x = 10;
        x = x++ + ++x * x-- - --x;
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + x);
        try {
            System.out.println(Math.addExact(Integer.MAX_VALUE, 1));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        System.out.println(
                Math.floorDiv(-7, 2)
                        + " "
                        + Math.floorMod(-7, 2)
                        + " "
                        + Integer.divideUnsigned(-1, 3)
                        + " "
                        + Integer.remainderUnsigned(-1, 7));
    }
}
