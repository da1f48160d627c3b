// long arithmetic at the edges.
public class LongArith {
    static final long[] V = {
        0,
        1,
        -1,
        3,
        -3,
        1L << 31,
        -(1L << 31),
        (1L << 32) + 5,
        3037000500L,
        -3037000500L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        0xdeadbeefcafebabeL
    };

    public static void main(String[] args) {
        for (long a : V) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (long b : V) {
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
                        .append(Long.compare(a, b))
                        .append(a > b ? '>' : a == b ? '=' : '<');
            }
            System.out.println(sb);
            System.out.println(
                    -a
                            + " "
                            + ~a
                            + " "
                            + (int) a
                            + " "
                            + (short) a
                            + " "
                            + (byte) a
                            + " "
                            + (int) (char) a
                            + " "
                            + (float) a
                            + " "
                            + (double) a);
        }
        System.out.println(
                Math.multiplyHigh(Long.MAX_VALUE, Long.MIN_VALUE)
                        + " "
                        + Long.divideUnsigned(-1, 10)
                        + " "
                        + Long.remainderUnsigned(-1, 10)
                        + " "
                        + Long.toUnsignedString(-1));
        try {
            System.out.println(Math.multiplyExact(1L << 62, 2L));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        try {
            System.out.println(Math.toIntExact(1L << 31));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        long f = 1;
        for (int i = 1; i < 40; i++) f *= i;
        System.out.println(f);
    }
}
