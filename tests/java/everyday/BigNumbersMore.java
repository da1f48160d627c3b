// BigInteger and BigDecimal: arithmetic, primes, powers, bits, rounding, scales, conversion,
// errors.
import java.math.*;
import java.util.*;

public class BigNumbersMore {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"),
                b = new BigInteger("-987654321098765432109876543210");
        System.out.println(
                a.add(b)
                        + " "
                        + a.multiply(b)
                        + " "
                        + b.divide(a)
                        + " "
                        + b.mod(a)
                        + " "
                        + b.remainder(a)
                        + " "
                        + a.gcd(b)
                        + " "
                        + a.pow(5));
        System.out.println(
                a.modPow(BigInteger.TEN, new BigInteger("1000000007"))
                        + " "
                        + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11))
                        + " "
                        + a.sqrt()
                        + " "
                        + a.shiftLeft(70)
                        + " "
                        + b.shiftRight(40)
                        + " "
                        + a.and(b)
                        + " "
                        + a.xor(b)
                        + " "
                        + a.not()
                        + " "
                        + a.bitLength()
                        + " "
                        + b.bitCount()
                        + " "
                        + a.testBit(3)
                        + a.getLowestSetBit());
        System.out.println(
                BigInteger.valueOf(97).isProbablePrime(20)
                        + " "
                        + new BigInteger("170141183460469231731687303715884105727")
                                .isProbablePrime(10)
                        + " "
                        + BigInteger.valueOf(100).nextProbablePrime()
                        + " "
                        + a.toString(36)
                        + " "
                        + new BigInteger("zz", 36)
                        + " "
                        + Arrays.toString(b.toByteArray())
                        + " "
                        + a.signum()
                        + a.hashCode()
                        + " "
                        + a.doubleValue()
                        + " "
                        + a.longValue()
                        + " "
                        + b.intValue());
        try {
            a.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 120; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength());
        BigInteger big = BigInteger.TWO.pow(6000).subtract(BigInteger.ONE),
                big2 = BigInteger.valueOf(3).pow(3500);
        System.out.println(
                big.multiply(big2).mod(BigInteger.valueOf(1000003))
                        + " "
                        + big.divide(big2).bitLength()
                        + " "
                        + big.multiply(big).toString().length());
        BigDecimal x = new BigDecimal("10.25"), y = new BigDecimal("-3.7000");
        System.out.println(
                x.add(y)
                        + " "
                        + x.multiply(y)
                        + " "
                        + x.divide(y, 5, RoundingMode.HALF_UP)
                        + " "
                        + x.divide(y, MathContext.DECIMAL64)
                        + " "
                        + x.remainder(y)
                        + " "
                        + x.pow(3)
                        + " "
                        + y.stripTrailingZeros()
                        + " "
                        + x.negate().abs()
                        + " "
                        + x.scale()
                        + y.precision()
                        + " "
                        + x.unscaledValue()
                        + " "
                        + x.movePointLeft(3)
                        + " "
                        + x.scaleByPowerOfTen(5)
                        + " "
                        + new BigDecimal(2).sqrt(new MathContext(30)));
        for (RoundingMode m : RoundingMode.values()) {
            StringBuilder s = new StringBuilder(m + ":");
            for (String v : "2.5 -2.5 1.1 -1.1 1.6 5.5".split(" "))
                try {
                    s.append(' ').append(new BigDecimal(v).setScale(0, m));
                } catch (ArithmeticException e) {
                    s.append(" !");
                }
            System.out.println(s);
        }
        System.out.println(
                new BigDecimal(0.1)
                        + " "
                        + BigDecimal.valueOf(0.1)
                        + " "
                        + new BigDecimal("1E-10").toPlainString()
                        + " "
                        + new BigDecimal("123E5")
                        + " "
                        + new BigDecimal("123E5").toEngineeringString()
                        + " "
                        + new BigDecimal("1.0").equals(new BigDecimal("1.00"))
                        + new BigDecimal("1.0").compareTo(new BigDecimal("1.00"))
                        + " "
                        + new BigDecimal("0E3")
                        + " "
                        + new BigDecimal("99.995").round(new MathContext(4)));
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigDecimal("1.2.3");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
