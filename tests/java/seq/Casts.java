// Every floating-point to integer conversion saturates, NaN is zero; narrow targets go through int.
public class Casts {
    public static void main(String[] args) {
        double[] ds = {
            0.0,
            -0.0,
            0.5,
            -0.5,
            0.9999999999999999,
            1.5,
            -1.5,
            127.9,
            128.0,
            -129.0,
            32768.5,
            65535.9,
            65536.0,
            2147483647.0,
            2147483648.0,
            -2147483648.0,
            -2147483649.0,
            9.223372036854775E18,
            9.223372036854775807E18,
            1e19,
            -1e19,
            1e300,
            -1e300,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        for (double d : ds) {
            float f = (float) d;
            System.out.println(
                    d
                            + " int "
                            + (int) d
                            + " long "
                            + (long) d
                            + " char "
                            + (int) (char) d
                            + " byte "
                            + (byte) d
                            + " short "
                            + (short) d
                            + " float "
                            + f);
            System.out.println(
                    f
                            + " int "
                            + (int) f
                            + " long "
                            + (long) f
                            + " char "
                            + (int) (char) f
                            + " byte "
                            + (byte) f
                            + " short "
                            + (short) f
                            + " double "
                            + (double) f);
        }
        int[] is = {16777216, 16777217, 16777219, -16777217, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : is)
            System.out.println(
                    (float) i + " " + (double) i + " " + (int) (float) i + " " + (i == (float) i));
        long[] ls = {
            9007199254740992L,
            9007199254740993L,
            9007199254740995L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            1L << 53 | 1,
            0x7fffff4000000001L
        };
        for (long l : ls)
            System.out.println(
                    (float) l
                            + " "
                            + (double) l
                            + " "
                            + (long) (double) l
                            + " "
                            + (long) (float) l);
        System.out.println(
                (float) 1e-46
                        + " "
                        + (float) 1.17549435E-38
                        + " "
                        + (float) 3.4028236e38
                        + " "
                        + (float) 1.0000000596046448
                        + " "
                        + (float) 1.00000017881393421514957253748434595763683319091796875001);
        System.out.println(
                Float.floatToRawIntBits((float) Double.longBitsToDouble(0x7ff0000000000001L)) != 0);
    }
}
