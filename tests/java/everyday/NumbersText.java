// Integer, Long, Double and friends: parsing, unsigned, bits, exact arithmetic, hex floats, special
// values.
public class NumbersText {
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("ok");
        } catch (ArithmeticException | NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        System.out.println(
                Integer.parseInt("-80", 16)
                        + Integer.decode("#ff")
                        + Integer.parseUnsignedInt("4294967295")
                        + " "
                        + Integer.toUnsignedString(-1)
                        + Integer.toString(-255, 36)
                        + Integer.toBinaryString(10)
                        + Integer.toOctalString(-8)
                        + Integer.reverse(1)
                        + Integer.rotateLeft(0x80000001, 4)
                        + Integer.highestOneBit(100)
                        + Integer.numberOfLeadingZeros(1)
                        + Integer.bitCount(255)
                        + Integer.compareUnsigned(-1, 1)
                        + Integer.divideUnsigned(-1, 7)
                        + Integer.remainderUnsigned(-1, 7)
                        + Integer.signum(-5)
                        + Integer.parseInt("x12y", 1, 3, 10)
                        + Integer.valueOf(127).equals(127)
                        + (Integer.valueOf(127) == Integer.valueOf(127))
                        + Integer.hashCode(5)
                        + Integer.reverseBytes(1));
        System.out.println(
                Long.parseUnsignedLong("18446744073709551615")
                        + " "
                        + Long.toUnsignedString(-1)
                        + Long.divideUnsigned(-1, 10)
                        + Long.numberOfTrailingZeros(8)
                        + Long.toHexString(-2)
                        + Long.hashCode(1L << 33)
                        + Short.parseShort("-5")
                        + Byte.toUnsignedInt((byte) -1)
                        + Byte.decode("-0x80")
                        + Short.toUnsignedLong((short) -1)
                        + Short.reverseBytes((short) 1));
        t(() -> Integer.parseInt(""));
        t(() -> Integer.parseInt("2147483648"));
        t(() -> Integer.parseInt(null));
        t(() -> Long.parseLong("1L"));
        t(() -> Byte.parseByte("128"));
        t(() -> Integer.parseInt("9", 8));
        t(() -> Double.parseDouble("1e"));
        t(() -> Double.parseDouble(""));
        t(() -> Math.addExact(Integer.MAX_VALUE, 1));
        t(() -> Math.multiplyExact(1L << 40, 1L << 40));
        t(() -> Math.toIntExact(1L << 40));
        t(() -> Math.negateExact(Integer.MIN_VALUE));
        t(() -> Math.floorDiv(1, 0));
        t(() -> Integer.decode("0x"));
        t(() -> Math.incrementExact(Long.MAX_VALUE));
        for (String d :
                "1e400 -0 0x1.8p1 NaN Infinity 1e-324 4.9e-324 123456789012345678 .5 5. 1f 2d +7 1.7976931348623157e308"
                        .split(" "))
            System.out.print(Double.parseDouble(d) + "/" + Float.parseFloat(d) + " ");
        System.out.println();
        System.out.println(
                Double.toHexString(0.1)
                        + Float.toHexString(1e-40f)
                        + Double.compare(0.0, -0.0)
                        + Double.isFinite(1 / 0.0)
                        + Double.MIN_VALUE
                        + Float.MAX_VALUE
                        + (0.1 + 0.2)
                        + 100.0 / 3
                        + 1e7
                        + 1.0E-3
                        + 123456.7f
                        + (float) 1e10
                        + (int) Double.NaN
                        + (long) 1e30
                        + (char) 65.7
                        + (byte) 300
                        + (int) -1.9f
                        + Double.doubleToLongBits(-0.0)
                        + Float.intBitsToFloat(0x7fc00001)
                        + Float.floatToIntBits(1.5f)
                        + Double.hashCode(2.5)
                        + Double.sum(1, 2)
                        + Float.MIN_NORMAL
                        + Math.ulp(1.0)
                        + Math.nextUp(1f)
                        + Math.scalb(1.0, 5)
                        + Math.getExponent(1000)
                        + Math.IEEEremainder(5, 3)
                        + Math.round(-2.5)
                        + Math.round(2.5f)
                        + Math.rint(2.5)
                        + Math.copySign(1, -0.0)
                        + Math.hypot(3, 4)
                        + Math.cbrt(27)
                        + Math.floorMod(-7, 3)
                        + Math.abs(Integer.MIN_VALUE)
                        + Math.multiplyHigh(1L << 62, 8)
                        + Math.fma(2.0, 3.0, 1.0)
                        + Math.signum(-2.0)
                        + Math.max(-0.0, 0.0)
                        + Math.min(Float.NaN, 1f));
    }
}
