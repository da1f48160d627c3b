// Arithmetic at the edges: strict floating point, Math functions, exact and floor operations,
// BigDecimal contexts, BigInteger algorithms, unsigned, bit counts, parsing of all radices.
import java.math.*;
import java.util.*;

public class NumbersDeep {
    public static void main(String[] args) {
        double[] v = {
            0.0, -0.0, 1, -1.5, 1e300, -1e-300, Double.NaN, Double.POSITIVE_INFINITY, 0.5, 2.5, -2.5
        };
        for (double d : v)
            System.out.print(
                    Math.round(d)
                            + " "
                            + Math.rint(d)
                            + " "
                            + Math.floor(d)
                            + " "
                            + Math.ceil(d)
                            + " "
                            + (int) d
                            + " "
                            + (long) (float) d
                            + " "
                            + Math.sqrt(d)
                            + " "
                            + " "
                            + Math.signum(d)
                            + " "
                            + Math.ulp(d)
                            + " "
                            + Math.nextUp(d)
                            + " "
                            + Math.getExponent(d)
                            + "; ");
        System.out.println();
        System.out.println(
                StrictMath.sin(1)
                        + " "
                        + StrictMath.cos(2)
                        + " "
                        + StrictMath.tan(0.5)
                        + " "
                        + StrictMath.exp(1.1)
                        + " "
                        + StrictMath.log(10)
                        + " "
                        + StrictMath.pow(2.5, 3.5)
                        + " "
                        + StrictMath.atan2(1, -2)
                        + " "
                        + StrictMath.sinh(1)
                        + " "
                        + Math.hypot(3, 4)
                        + " "
                        + Math.fma(2.0, 3.0, 4.0)
                        + " "
                        + Math.IEEEremainder(5, 3)
                        + " "
                        + -7 / 2
                        + " "
                        + -7 % 3
                        + " "
                        + Math.floorDiv(-7, 2)
                        + Math.floorMod(-7, 3)
                        + " "
                        + (-7 >>> 28));
        System.out.println(
                (byte) 300
                        + " "
                        + (short) 70000
                        + " "
                        + (char) 65601
                        + " "
                        + (int) 1e20
                        + " "
                        + (int) Float.NaN
                        + " "
                        + (Integer.MIN_VALUE / -1)
                        + " "
                        + Math.abs(Integer.MIN_VALUE)
                        + " "
                        + (1 << 33)
                        + " "
                        + (1L << 65)
                        + " "
                        + (-1 >>> 1)
                        + " "
                        + (-1L >>> 60)
                        + " "
                        + (5 & 3 | 4 ^ 1)
                        + " "
                        + ~7
                        + " "
                        + 0x7fff_ffff
                        + 0b101
                        + 017
                        + " "
                        + 1.0 / 0
                        + " "
                        + 0.0 / 0
                        + " "
                        + 1e308 * 10
                        + " "
                        + (0.1f + 0.2f)
                        + " "
                        + (float) 0.1
                        + " "
                        + 100 * 1.1
                        + " "
                        + 3 * 0.1
                        + " "
                        + 'a' / 2
                        + ('a' + 1)
                        + (char) ('a' + 1));
        System.out.println(
                Integer.toUnsignedString(-1)
                        + Integer.divideUnsigned(-1, 3)
                        + " "
                        + Long.toUnsignedString(-2)
                        + " "
                        + Long.parseUnsignedLong("18446744073709551615")
                        + Integer.compareUnsigned(1, -1)
                        + " "
                        + Integer.bitCount(255)
                        + Integer.reverse(1)
                        + Integer.highestOneBit(100)
                        + Long.numberOfTrailingZeros(64)
                        + Integer.rotateLeft(1, 33)
                        + " "
                        + Integer.toString(-255, 16)
                        + Integer.parseInt("-zz", 36)
                        + Long.toBinaryString(5)
                        + Integer.toOctalString(-1)
                        + Integer.decode("-0x1F")
                        + Short.parseShort("-32768")
                        + Byte.toUnsignedInt((byte) -1)
                        + Double.toHexString(0.1)
                        + Double.parseDouble("0x1.8p1")
                        + Float.intBitsToFloat(0x7f800001)
                        + Double.doubleToLongBits(-0.0)
                        + Double.compare(0.0, -0.0)
                        + Float.compare(Float.NaN, 1)
                        + Double.valueOf(0.0).equals(-0.0)
                        + Integer.signum(-9)
                        + Math.multiplyHigh(Long.MAX_VALUE, 4));
    }
}
