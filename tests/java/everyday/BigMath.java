// BigInteger and BigDecimal: large products, powers, roots, gcd, primes, radix conversion, contexts
// and rounding modes, scales, string forms, iteration to digits of pi and e.
import java.math.*;
import java.util.*;

public class BigMath {
    static BigDecimal pi(int n) {
        MathContext m = new MathContext(n + 5);
        BigDecimal a = atan(5, m), b = atan(239, m);
        return a.multiply(BigDecimal.valueOf(16))
                .subtract(b.multiply(BigDecimal.valueOf(4)))
                .round(new MathContext(n));
    }

    static BigDecimal atan(int inv, MathContext m) {
        BigDecimal x = BigDecimal.ONE.divide(BigDecimal.valueOf(inv), m),
                x2 = x.multiply(x),
                s = x,
                t = x;
        for (int i = 3;
                t.abs().compareTo(BigDecimal.ONE.movePointLeft(m.getPrecision())) > 0;
                i += 2) {
            t = t.multiply(x2).negate().round(m);
            s = s.add(t.divide(BigDecimal.valueOf(i), m));
        }
        return s;
    }

    public static void main(String[] args) {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 300; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(
                f.bitLength()
                        + " "
                        + f.toString().hashCode()
                        + " "
                        + f.mod(BigInteger.valueOf(1_000_003))
                        + " "
                        + f.getLowestSetBit());
        BigInteger big = BigInteger.valueOf(7).pow(5000), bg2 = BigInteger.valueOf(3).pow(6000);
        System.out.println(
                big.multiply(bg2).toString().hashCode()
                        + " "
                        + big.divide(bg2).hashCode()
                        + " "
                        + big.gcd(bg2.multiply(BigInteger.valueOf(49)))
                        + " "
                        + big.sqrt().hashCode()
                        + " "
                        + big.toString(36).hashCode()
                        + " "
                        + new BigInteger(big.toString(2), 2).equals(big));
        System.out.println(pi(60));
        System.out.println(
                BigInteger.valueOf(97).isProbablePrime(20)
                        + " "
                        + BigInteger.valueOf(1000).nextProbablePrime()
                        + " "
                        + new BigInteger("561").isProbablePrime(10)
                        + " "
                        + BigInteger.valueOf(3)
                                .modPow(BigInteger.valueOf(1000), BigInteger.valueOf(1009))
                        + " "
                        + BigInteger.valueOf(-5)
                                .and(BigInteger.valueOf(12))
                                .or(BigInteger.ONE)
                                .xor(BigInteger.TEN)
                                .not()
                        + BigInteger.valueOf(-5).shiftRight(1)
                        + BigInteger.ONE.shiftLeft(70).bitCount()
                        + Arrays.toString(BigInteger.valueOf(-256).toByteArray())
                        + new BigInteger(1, new byte[] {-1, 0})
                        + new BigInteger("-7f", 16).signum()
                        + BigInteger.TEN.compareTo(BigInteger.TWO));
        for (RoundingMode r : RoundingMode.values())
            if (r != RoundingMode.UNNECESSARY)
                System.out.print(
                        new BigDecimal("-2.5").setScale(0, r)
                                + "/"
                                + new BigDecimal("1.15").round(new MathContext(2, r))
                                + " ");
        System.out.println();
        System.out.println(
                new BigDecimal("1E+3").toPlainString()
                        + " "
                        + new BigDecimal("0.00000123")
                        + " "
                        + new BigDecimal("123456").scaleByPowerOfTen(5).toEngineeringString()
                        + " "
                        + new BigDecimal("1.500").stripTrailingZeros()
                        + new BigDecimal("100").stripTrailingZeros()
                        + " "
                        + new BigDecimal("2").sqrt(new MathContext(30))
                        + " "
                        + new BigDecimal(0.1).toString().length()
                        + " "
                        + BigDecimal.valueOf(0.1).precision()
                        + new BigDecimal("1.0").equals(new BigDecimal("1.00"))
                        + new BigDecimal("1.0").hashCode()
                        + " "
                        + new BigDecimal("10")
                                .divide(new BigDecimal("3"), 5, RoundingMode.HALF_EVEN)
                        + Arrays.toString(
                                new BigDecimal("17.5").divideAndRemainder(new BigDecimal("-4")))
                        + new BigDecimal("1.1").pow(10)
                        + new BigDecimal("-3.7").toBigInteger()
                        + new BigDecimal("1e400").doubleValue()
                        + new BigDecimal("12.3").unscaledValue()
                        + new BigDecimal("5").movePointLeft(3)
                        + new BigDecimal("1").ulp());
        for (Runnable r :
                new Runnable[] {
                    () -> BigDecimal.ONE.divide(BigDecimal.valueOf(3)),
                    () -> new BigDecimal("abc"),
                    () -> BigInteger.ONE.divide(BigInteger.ZERO),
                    () -> new BigDecimal("1.5").setScale(0, RoundingMode.UNNECESSARY),
                    () -> new BigInteger("1z"),
                    () -> new BigDecimal("3000000000").intValueExact(),
                    () -> BigInteger.TWO.modInverse(BigInteger.valueOf(4)),
                    () -> BigInteger.ONE.negate().sqrt(),
                    () -> BigInteger.TWO.pow(-1)
                })
            try {
                r.run();
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
    }
}
