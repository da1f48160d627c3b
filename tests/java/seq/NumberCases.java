import java.util.*;

public class NumberCases {
    static long h = 17;

    static void add(String s) {
        for (int i = 0; i < s.length(); i++) h = h * 31 + s.charAt(i);
    }

    public static void main(String[] a) {
        Random r = new Random(7);
        double[] sd = {
            0,
            -0.0,
            1,
            -1,
            0.1,
            1e-5,
            1e-3,
            9.999e-4,
            1e7,
            9999999.999,
            1e21,
            1e22,
            1e23,
            4.9e-324,
            2.2250738585072014E-308,
            1.7976931348623157E308,
            Double.NaN,
            1 / 0.0,
            -1 / 0.0,
            2e-3,
            123456.789,
            2.0E-44,
            1.0E16,
            8.41E21,
            9007199254740993.0,
            5e-324,
            3e-324
        };
        for (double d : sd) {
            System.out.println(
                    d
                            + " "
                            + (float) d
                            + " "
                            + (int) d
                            + " "
                            + (long) d
                            + " "
                            + (short) d
                            + " "
                            + (char) d
                            + 0
                            + " "
                            + (byte) d
                            + " "
                            + Math.round(d)
                            + " "
                            + Math.rint(d)
                            + " "
                            + Math.floor(d)
                            + " "
                            + Math.ceil(d)
                            + " "
                            + Double.toHexString(d)
                            + " "
                            + Math.ulp(d)
                            + " "
                            + Math.getExponent(d)
                            + " "
                            + Math.nextUp(d)
                            + " "
                            + Math.sqrt(d)
                            + " "
                            + Math.cbrt(d)
                            + " "
                            + Math.signum(d));
        }
        for (int i = 0; i < 3000; i++) {
            double d = Double.longBitsToDouble(r.nextLong());
            float f = Float.intBitsToFloat(r.nextInt());
            add(
                    d
                            + ","
                            + f
                            + ","
                            + (d % 3.7)
                            + ","
                            + (f % 1.3f)
                            + ","
                            + (d * 1e-300)
                            + ","
                            + (float) d
                            + ","
                            + (long) d
                            + ","
                            + (int) f
                            + ","
                            + Double.parseDouble("" + d)
                            + ","
                            + Float.parseFloat("" + f));
        }
        System.out.println(h);
        for (int i = 0; i < 300; i++) {
            double d = r.nextGaussian() * Math.pow(10, r.nextInt(12) - 6);
            System.out.println(
                    d
                            + " "
                            + (float) d
                            + " "
                            + StrictMath.sin(d)
                            + " "
                            + StrictMath.cos(d)
                            + " "
                            + StrictMath.log(Math.abs(d))
                            + " "
                            + Math.atan2(d, 2)
                            + " "
                            + StrictMath.pow(Math.abs(d), 0.3)
                            + " "
                            + Math.hypot(d, 3)
                            + " "
                            + Math.sinh(d % 5)
                            + " "
                            + Math.log1p(Math.abs(d))
                            + " "
                            + StrictMath.asin(d % 1)
                            + " "
                            + Math.IEEEremainder(d, 0.7)
                            + " "
                            + Math.fma(d, 3, 1)
                            + " "
                            + String.format(
                                    "%.3f %e %g %10.1f|%-9.2f|%+.0f %a", d, d, d, d, d, d, d));
        }
        int[] I = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 31, 32, 33, -31, 65536, 46341};
        long[] L = {
            0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 63, 64, 65, 1L << 32, -(1L << 31) - 1
        };
        for (int x : I)
            for (int y : I) {
                add(
                        ""
                                + (x + y)
                                + (x - y)
                                + (x * y)
                                + (y == 0 ? "z" : "" + x / y + x % y)
                                + (x << y)
                                + (x >> y)
                                + (x >>> y)
                                + (x & y)
                                + (x | y)
                                + (x ^ y)
                                + Integer.compare(x, y)
                                + Integer.rotateLeft(x, y)
                                + Integer.toUnsignedString(x)
                                + (y == 0
                                        ? ""
                                        : Integer.divideUnsigned(x, y)
                                                + ""
                                                + Integer.remainderUnsigned(x, y))
                                + Math.floorMod(x, y == 0 ? 1 : y)
                                + Math.floorDiv(x, y == 0 ? 1 : y)
                                + (byte) x
                                + (short) x
                                + (char) y
                                + (long) x * y
                                + (float) x
                                + (double) y
                                + Integer.toHexString(x)
                                + Integer.bitCount(x)
                                + Integer.numberOfLeadingZeros(y)
                                + Integer.reverse(x)
                                + Math.multiplyHigh(x, y)
                                + Math.abs(x));
            }
        for (long x : L)
            for (long y : L) {
                add(
                        ""
                                + (x + y)
                                + (x - y)
                                + (x * y)
                                + (y == 0 ? "z" : "" + x / y + x % y)
                                + (x << y)
                                + (x >> y)
                                + (x >>> y)
                                + (x & y)
                                + (x | y)
                                + (x ^ y)
                                + Long.compare(x, y)
                                + Long.rotateRight(x, (int) y)
                                + Long.toUnsignedString(x)
                                + (y == 0
                                        ? ""
                                        : Long.divideUnsigned(x, y)
                                                + ""
                                                + Long.remainderUnsigned(x, y))
                                + (int) x
                                + (short) x
                                + (char) y
                                + (float) x
                                + (double) y
                                + Long.toString(x, 36)
                                + Long.bitCount(x)
                                + Long.numberOfTrailingZeros(y)
                                + Long.reverse(x)
                                + Math.multiplyHigh(x, y));
            }
        System.out.println(h);
        System.out.println(
                (byte) 200
                        + (short) 70000
                        + (char) -1
                        + " "
                        + (5 / -2)
                        + (-5 % 3)
                        + (5.5 % -2)
                        + (-0.0 == 0.0)
                        + Double.valueOf(-0.0).equals(0.0)
                        + (Double.NaN == Double.NaN)
                        + Float.compare(0f, -0f)
                        + (0.1 + 0.2)
                        + (0.1f + 0.2f)
                        + (float) 1e40
                        + (int) 1e20
                        + (long) Float.NaN
                        + (char) 97.9
                        + 1e0f
                        + 100f
                        + 1.0e10f
                        + 3.4e38f * 10);
        int i = 5;
        i += 3.7;
        System.out.println(i);
        i <<= 33;
        System.out.println(i);
        byte b = 10;
        b *= 30;
        System.out.println(b);
        char c = 'a';
        c += 1;
        c++;
        System.out.println(c);
        short s = (short) 40000;
        s >>>= 2;
        System.out.println(s);
        long l = 1;
        l <<= 63;
        l >>= 63;
        System.out.println(l);
        b = (byte) 0x80;
        System.out.println((b >> 1) + " " + (b >>> 1) + " " + (b & 0xff) + " " + ~b + " " + -b);
        i = Integer.MIN_VALUE;
        System.out.println(-i + " " + i / -1 + " " + i % -1 + " " + Math.abs(i) + " " + (i - 1));
        int k = 3;
        k = k++ + ++k;
        System.out.println(k);
        int[] arr = {1, 2, 3};
        int q = 0;
        arr[q++] = arr[q] + q++;
        System.out.println(Arrays.toString(arr) + q);
    }
}
