// Numbers: parsing at the edges, printing of floats and doubles, conversions, shifts, exact arithmetic,
// unsigned, bits, hexadecimal floats, rounding.
import java.util.*;
import java.util.function.*;

public class NumberEdges {
    static void t(String n, Supplier<?> s) {
        try {
            System.out.print(n + "=" + s.get() + " ");
        } catch (ArithmeticException | NumberFormatException e) { System.out.print(n + "!" + e.getMessage() + " "); }
    }
    public static void main(String[] args) {
        for (String s : new String[] {"2147483647", "2147483648", "-2147483648", "+5", "-", "", " 1", "0x10", "1_0",
                 "\u0661\u0662", "-0", "99999999999999999999"}) {
            t("i" + s, () -> Integer.parseInt(s));
            t("l", () -> Long.valueOf(s));
            t("u", () -> Integer.parseUnsignedInt(s));
            t("dec", () -> Integer.decode(s));
            t("b", () -> Byte.parseByte(s));
        }
        System.out.println();
        t("null", () -> Integer.parseInt(null));
        t("radix", () -> Integer.parseInt("zz", 36));
        t("radix1", () -> Integer.parseInt("1", 1));
        t("sub", () -> Integer.parseInt("ab12cd", 2, 4, 10));
        t("oct", () -> Integer.decode("-010"));
        t("hash", () -> Long.decode("#FFFFFFFF"));
        t("long", () -> Long.parseLong("-8000000000000000", 16));
        System.out.println();
        for (String s : new String[] {"1e400", "-1e-400", "NaN", "Infinity", "-Infinity", "0x1.8p3", "1.", ".5", "1d",
                 "1f", "1e", "--1", "1,5", " 2 ", "4.9e-324", "2.4703282292062328e-324", "1.7976931348623159e308",
                 "0.1e1000000000000", "9007199254740993", "123456789012345678901234567890", "0x.1p-1074", "1e23",
                 "8.41E21", "2.2250738585072011e-308"}) {
            t(s, () -> Double.parseDouble(s));
            t("f", () -> Float.parseFloat(s));
        }
        System.out.println();
        for (double d : new double[] {0.1 + 0.2, 1e7, 1e-3, 9.999e-4, 1.0E22, 2e-3, 1.0E23, 2.0E-44, 4.9E-324, 100,
                 1234567.125, 12345678.125, Math.PI, -0.0, 2.2250738585072014E-308, 5e-324 * 3, 1.1E21, 3.0E10,
                 Double.MAX_VALUE, 0.001, 1.0 / 3, 2.0 / 3, 1e15, 1.5e300 * 1.5e300})
            System.out.print(
                d + " " + (float) d + " " + (int) d + " " + (long) d + " " + (byte) d + " " + (char) d % 7 + "; ");
        System.out.println();
        System.out.println(Double.toHexString(0.1) + Float.toHexString(-1.5e-40f) + Double.doubleToLongBits(Double.NaN)
                           + " " + Float.intBitsToFloat(0x7f800001) + Double.MIN_NORMAL + " " + Math.ulp(1e10)
                           + Math.nextUp(1f) + Math.nextAfter(0, -1) + Math.getExponent(1e-310) + Math.scalb(1.5, -1074)
                           + Math.IEEEremainder(5, 3) + Math.rint(2.5) + Math.round(-2.5)
                           + Math.round(0.49999999999999994) + Math.copySign(3, -0.0) + Math.fma(1e16, 1e16, -1e32)
                           + Math.hypot(3e200, 4e200) + Math.cbrt(-27) + Math.floorMod(-7, 3) + Math.floorDiv(-7, 3)
                           + -7 % 3 + -7 / 3 + " " + 5.5 % -2 + " " + Math.signum(-3f) + Math.more());
        t("add", () -> Math.addExact(Integer.MAX_VALUE, 1));
        t("mul", () -> Math.multiplyExact(Long.MIN_VALUE, -1L));
        t("toInt", () -> Math.toIntExact(1L << 31));
        t("neg", () -> Math.negateExact(Integer.MIN_VALUE));
        t("abs", () -> Math.absExact(Long.MIN_VALUE));
        t("abs", () -> Math.abs(Integer.MIN_VALUE));
        t("dec", () -> Math.decrementExact(Long.MIN_VALUE));
        t("div", () -> 1 / (args.length));
        t("mod", () -> 1L % args.length);
        t("fdiv", () -> 1.0 / args.length);
        t("minus", () -> Integer.MIN_VALUE / -1 + Integer.MIN_VALUE % -1);
        t("high", () -> Math.multiplyHigh(1L << 62, 12) + Math.multiplyFull(1 << 30, 12));
        System.out.println();
        int x = 0x80000001;
        long y = 0x8000000000000001L;
        System.out.println((x >> 33) + " " + (x >>> 1) + " " + (x << -1) + " " + (y >> 65) + " " + (y >>> -1) + " "
                           + (y << 64) + " " + (byte) (x >>> 7) + " " + (short) 0x18000 + (char) 65.9 + (int) 'z'
                           + (5 & 3 | 4 ^ 1) + ~x + (x ^ y) + " " + Integer.rotateLeft(x, 33) + Long.rotateRight(y, 1)
                           + Integer.reverse(x) + Long.reverseBytes(y) + Integer.highestOneBit(100)
                           + Long.numberOfLeadingZeros(1) + Integer.numberOfTrailingZeros(0) + Long.bitCount(-1)
                           + Integer.compareUnsigned(x, 1) + " " + Integer.divideUnsigned(x, 3)
                           + Long.remainderUnsigned(y, 10) + Long.toUnsignedString(y) + Integer.toUnsignedLong(-1)
                           + Integer.toString(-255, 16) + Long.toBinaryString(-1L).length() + Integer.toOctalString(-8)
                           + Short.toUnsignedInt((short) -1) + Long.toString(Long.MIN_VALUE, 36) + Long.hashCode(y)
                           + Double.hashCode(-0.0) + Float.hashCode(1.5f) + Boolean.hashCode(true)
                           + Character.hashCode('a') + Byte.toUnsignedInt((byte) -2));
        Integer a = 127, b = 127, c = 128, d = 128;
        Long l = 127L;
        System.out.println((a == b) + "" + (c == d) + c.equals(d) + l.equals(127) + l.equals(127L)
                           + new Object[] {1, 1L, 1f, 1.0, (short) 1, 'c'}.length + Integer.compare(3, -3)
                           + Double.compare(0.0, -0.0) + (0.0 == -0.0) + Double.valueOf(Double.NaN).equals(Double.NaN)
                           + (Double.NaN == Double.NaN) + Float.compare(Float.NaN, 1) + Integer.signum(-9)
                           + Integer.MAX_VALUE + 1 + (short) (Short.MAX_VALUE + 1) + (byte) 200 + (char) ('a' + 1)
                           + ('a' + 1) + 07 + 0b101 + 1_000 + 'a' + 1L + (1 > 0 ? 1 : 2.0) + (Object) (true ? 1 : 'c')
                           + (true ? null : 0));
        short sh = 10;
        sh += 5.7;
        sh *= 2;
        sh >>>= 1;
        byte by = (byte) 0xff;
        by >>>= 1;
        char ch = 'x';
        ch++;
        ch += 1;
        int i = 5;
        i = i++ + ++i;
        i += i++ * 2 + i;
        int[] arr = {0, 0};
        int k = 0;
        arr[k++] = k;
        arr[k] += k + (k = 0);
        System.out.println(sh + " " + by + ch + i + Arrays.toString(arr) + k);
    }
    static class Math {
        static double ulp(double d) { return java.lang.Math.ulp(d); }
        static float nextUp(float f) { return java.lang.Math.nextUp(f); }
        static double nextAfter(double a, double b) { return java.lang.Math.nextAfter(a, b); }
        static int getExponent(double d) { return java.lang.Math.getExponent(d); }
        static double scalb(double d, int i) { return java.lang.Math.scalb(d, i); }
        static double IEEEremainder(double a, double b) { return java.lang.Math.IEEEremainder(a, b); }
        static double rint(double d) { return java.lang.Math.rint(d); }
        static long round(double d) { return java.lang.Math.round(d); }
        static double copySign(double a, double b) { return java.lang.Math.copySign(a, b); }
        static double fma(double a, double b, double c) { return java.lang.Math.fma(a, b, c); }
        static double hypot(double a, double b) { return java.lang.Math.hypot(a, b); }
        static double cbrt(double a) { return java.lang.Math.cbrt(a); }
        static int floorMod(int a, int b) { return java.lang.Math.floorMod(a, b); }
        static int floorDiv(int a, int b) { return java.lang.Math.floorDiv(a, b); }
        static float signum(float f) { return java.lang.Math.signum(f); }
        static String more() {
            return "" + java.lang.Math.ceil(-0.5) + java.lang.Math.floor(-0.5) + java.lang.Math.sqrt(-1)
                + java.lang.Math.toRadians(180) + java.lang.Math.log10(1000) + java.lang.Math.log1p(1e-10)
                + java.lang.Math.expm1(1e-10);
        }
        static final double PI = java.lang.Math.PI;
        static int addExact(int a, int b) { return java.lang.Math.addExact(a, b); }
        static long multiplyExact(long a, long b) { return java.lang.Math.multiplyExact(a, b); }
        static int toIntExact(long a) { return java.lang.Math.toIntExact(a); }
        static int negateExact(int a) { return java.lang.Math.negateExact(a); }
        static long absExact(long a) { return java.lang.Math.absExact(a); }
        static int abs(int a) { return java.lang.Math.abs(a); }
        static long decrementExact(long a) { return java.lang.Math.decrementExact(a); }
        static long multiplyHigh(long a, long b) { return java.lang.Math.multiplyHigh(a, b); }
        static long multiplyFull(int a, int b) { return java.lang.Math.multiplyFull(a, b); }
    }
}
