// BigInteger, BigDecimal: arithmetic, rounding, texts.
import java.math.*;
import java.util.*;

public class BigNumbers {
    public static void main(String[] args) {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + " " + f.toString(16) + " " + f.hashCode());
        BigInteger a = new BigInteger("-123456789012345678901234567890"),
                b = BigInteger.TWO.pow(77).subtract(BigInteger.TEN);
        System.out.println(
                a.divide(b)
                        + " "
                        + a.mod(b)
                        + " "
                        + a.remainder(b)
                        + " "
                        + a.gcd(b)
                        + " "
                        + b.modPow(BigInteger.valueOf(65537), BigInteger.valueOf(1000003))
                        + " "
                        + BigInteger.valueOf(17).modInverse(BigInteger.valueOf(3120))
                        + " "
                        + a.shiftRight(13)
                        + " "
                        + a.and(b)
                        + " "
                        + a.not().xor(b)
                        + " "
                        + b.sqrt()
                        + " "
                        + a.negate().doubleValue()
                        + " "
                        + a.longValue()
                        + " "
                        + b.isProbablePrime(5)
                        + " "
                        + BigInteger.valueOf(97).nextProbablePrime());
        System.out.println(
                Arrays.toString(a.toByteArray())
                        + " "
                        + a.compareTo(b)
                        + " "
                        + a.signum()
                        + " "
                        + new BigInteger("zz", 36)
                        + " "
                        + b.testBit(3)
                        + b.getLowestSetBit());
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            b.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("1x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        BigDecimal d = new BigDecimal("10"), t = new BigDecimal("3");
        try {
            d.divide(t);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        for (RoundingMode m : RoundingMode.values()) {
            if (m != RoundingMode.UNNECESSARY)
                System.out.print(
                        new BigDecimal("-2.5").setScale(0, m)
                                + " "
                                + d.divide(t, 3, m)
                                + " "
                                + new BigDecimal("1.15").round(new MathContext(2, m))
                                + "; ");
        }
        System.out.println();
        System.out.println(
                new BigDecimal(0.1)
                        + " "
                        + BigDecimal.valueOf(0.1)
                        + " "
                        + new BigDecimal("1.10").equals(new BigDecimal("1.1"))
                        + " "
                        + new BigDecimal("1.10").compareTo(new BigDecimal("1.1"))
                        + " "
                        + new BigDecimal("1.10").stripTrailingZeros()
                        + " "
                        + new BigDecimal("1E+5").toPlainString()
                        + " "
                        + new BigDecimal("123e-10")
                        + " "
                        + new BigDecimal("1.10").hashCode()
                        + " "
                        + new BigDecimal("12345.678").precision()
                        + " "
                        + new BigDecimal("2").sqrt(new MathContext(30))
                        + " "
                        + new BigDecimal("-7.5").remainder(new BigDecimal("2"))
                        + " "
                        + new BigDecimal("1.23").pow(5)
                        + " "
                        + new BigDecimal("9.99e3").toBigInteger()
                        + " "
                        + new BigDecimal("123456").movePointLeft(8)
                        + " "
                        + new BigDecimal("12.34e5").toEngineeringString());
        BigInteger x = BigInteger.ONE, y = BigInteger.ONE;
        for (int i = 0; i < 300; i++) {
            BigInteger z = x.add(y);
            x = y;
            y = z;
        }
        System.out.println(y);
        System.out.println(
                BigInteger.ONE
                        .shiftLeft(2000)
                        .subtract(BigInteger.ONE)
                        .multiply(BigInteger.ONE.shiftLeft(2000).add(BigInteger.ONE))
                        .toString()
                        .hashCode());
    }
}
