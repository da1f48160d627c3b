// BigInteger and BigDecimal: every rounding mode, roots, modular arithmetic, bit operations, scales,
// strings, engineering notation, and the errors.
import java.math.*;
import java.util.*;

public class BigEdges {
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Exception e) { System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) {
        String[] ns = {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"};
        for (RoundingMode rm : RoundingMode.values()) {
            StringBuilder b = new StringBuilder(rm + ":");
            for (String n : ns) try {
                    b.append(' ').append(new BigDecimal(n).setScale(0, rm));
                } catch (ArithmeticException e) { b.append(" !").append(e.getMessage()); }
            System.out.println(b);
        }
        BigInteger p = BigInteger.TWO.pow(127).subtract(BigInteger.ONE),
                   q = new BigInteger("123456789abcdef0123456789abcdef", 16);
        System.out.println(q.modPow(new BigInteger("65537"), p) + " " + q.modInverse(p) + " "
                           + q.gcd(new BigInteger("360")) + " " + p.isProbablePrime(30) + " " + q.nextProbablePrime());
        System.out.println(q.sqrt() + " " + Arrays.toString(q.sqrtAndRemainder()) + " " + q.bitLength() + " "
                           + q.bitCount() + " " + q.getLowestSetBit() + " " + q.negate().shiftRight(5) + " "
                           + q.negate().bitCount());
        System.out.println(q.not().and(p) + " " + q.xor(p.negate()) + " " + q.andNot(BigInteger.valueOf(-256)) + " "
                           + q.or(BigInteger.ONE.shiftLeft(200)).testBit(200) + " "
                           + q.setBit(130).flipBit(0).clearBit(127));
        System.out.println(q.toString(36) + " " + q.negate().toString(2) + " " + new BigInteger("-zz", 36) + " "
                           + Arrays.toString(q.negate().toByteArray()) + " "
                           + new BigInteger(-1, new byte[] {0, 1, 2}));
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 300; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f.bitLength() + " " + f.toString().length() + " " + f.hashCode() + " " + f.mod(p) + " "
                           + Arrays.toString(f.divideAndRemainder(p.pow(3))).hashCode());
        BigInteger huge = BigInteger.TWO.pow(9000).subtract(BigInteger.TEN.pow(1000));
        System.out.println(huge.multiply(huge.add(f)).mod(p) + " " + huge.pow(3).divide(f.pow(5)).hashCode() + " "
                           + huge.toString().hashCode() + " " + new BigInteger(huge.toString()).equals(huge));
        System.out.println(q.doubleValue() + " " + q.floatValue() + " " + q.longValue() + " "
                           + BigInteger.valueOf(Long.MIN_VALUE).abs() + " " + huge.doubleValue());
        t("lve", () -> q.longValueExact());
        t("div0", () -> q.divide(BigInteger.ZERO));
        t("inv", () -> BigInteger.TWO.modInverse(BigInteger.TEN));
        t("neg", () -> q.pow(-1));
        t("sqrt", () -> q.negate().sqrt());
        t("nfe", () -> new BigInteger("12x"));
        t("mod", () -> q.mod(q.negate()));
        BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-0.007");
        System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.stripTrailingZeros() + " " + a.scale()
                           + a.precision() + a.unscaledValue() + " " + a.equals(new BigDecimal("123.45"))
                           + a.compareTo(new BigDecimal("123.45")) + " " + a.hashCode());
        t("third", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
        t("third", () -> BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL64));
        t("third", () -> BigDecimal.ONE.divide(new BigDecimal(-3), 5, RoundingMode.UP));
        t("eighth", () -> BigDecimal.ONE.divide(new BigDecimal(8)));
        t("rem",
            () -> a.remainder(b) + " " + Arrays.toString(a.divideAndRemainder(b)) + " " + a.divideToIntegralValue(b));
        t("pow", () -> b.pow(5) + " " + a.pow(-2, new MathContext(10)) + " " + a.pow(7, MathContext.DECIMAL32));
        t("sqrt",
            ()
                -> new BigDecimal(2).sqrt(new MathContext(60)) + " "
                       + new BigDecimal("0.0144").sqrt(MathContext.UNLIMITED));
        t("sqrt", () -> new BigDecimal(2).sqrt(MathContext.UNLIMITED));
        t("exact", () -> a.intValueExact());
        System.out.println(new BigDecimal("1E+7") + " " + new BigDecimal("1E+7").toPlainString() + " "
                           + new BigDecimal("123E7").toEngineeringString() + " "
                           + new BigDecimal("1.23E-9").toEngineeringString() + " " + new BigDecimal("0.0000001") + " "
                           + new BigDecimal("-0E-3") + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " "
                           + new BigDecimal("1e400").doubleValue());
        System.out.println(a.movePointLeft(5) + " " + a.movePointRight(6) + " " + a.scaleByPowerOfTen(9) + " " + a.ulp()
                           + " " + a.round(new MathContext(2, RoundingMode.CEILING)) + " " + a.plus(new MathContext(4))
                           + " " + a.negate() + " " + b.signum() + " " + a.max(b) + " " + a.toBigInteger() + " "
                           + new BigDecimal("1e5").setScale(-3) + " " + MathContext.DECIMAL128);
        TreeSet<BigDecimal> s =
            new TreeSet<>(List.of(new BigDecimal("1.0"), new BigDecimal("1.00"), new BigDecimal("0.9")));
        System.out.println(s + " " + new HashSet<>(List.of(new BigDecimal("1.0"), new BigDecimal("1.00"))).size());
        BigDecimal pi = BigDecimal.ZERO;
        MathContext mc = new MathContext(50);
        for (int k = 0; k < 40; k++) {
            BigDecimal k8 = BigDecimal.valueOf(8L * k), u = BigDecimal.ONE;
            pi = pi.add(BigDecimal.ONE.divide(BigDecimal.valueOf(16).pow(k), mc)
                    .multiply(new BigDecimal(4)
                                  .divide(k8.add(u), mc)
                                  .subtract(new BigDecimal(2).divide(k8.add(new BigDecimal(4)), mc))
                                  .subtract(u.divide(k8.add(new BigDecimal(5)), mc))
                                  .subtract(u.divide(k8.add(new BigDecimal(6)), mc)),
                        mc));
        }
        System.out.println(pi.round(new MathContext(45)));
    }
}
