// Integer and Long bit operations.
public class BitTricks {
    public static void main(String[] args) {
        int[] is = {0, 1, -1, 0x80000000, 0x7fffffff, 0x00f0, 0x12345678, -0x12345678};
        for (int i : is)
            System.out.println(
                    Integer.bitCount(i)
                            + " "
                            + Integer.reverse(i)
                            + " "
                            + Integer.reverseBytes(i)
                            + " "
                            + Integer.highestOneBit(i)
                            + " "
                            + Integer.lowestOneBit(i)
                            + " "
                            + Integer.numberOfLeadingZeros(i)
                            + " "
                            + Integer.numberOfTrailingZeros(i)
                            + " "
                            + Integer.rotateLeft(i, 5)
                            + " "
                            + Integer.rotateRight(i, 37)
                            + " "
                            + Integer.signum(i)
                            + " "
                            + Integer.toBinaryString(i)
                            + " "
                            + Integer.toHexString(i)
                            + " "
                            + Integer.toOctalString(i));
        long[] ls = {
            0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0xff00ff00ff00ffL, -0x123456789abcdefL
        };
        for (long l : ls)
            System.out.println(
                    Long.bitCount(l)
                            + " "
                            + Long.reverse(l)
                            + " "
                            + Long.reverseBytes(l)
                            + " "
                            + Long.highestOneBit(l)
                            + " "
                            + Long.lowestOneBit(l)
                            + " "
                            + Long.numberOfLeadingZeros(l)
                            + " "
                            + Long.numberOfTrailingZeros(l)
                            + " "
                            + Long.rotateLeft(l, 9)
                            + " "
                            + Long.rotateRight(l, 70)
                            + " "
                            + Long.signum(l)
                            + " "
                            + Long.toBinaryString(l)
                            + " "
                            + Long.toHexString(l)
                            + " "
                            + Long.hashCode(l));
        int x = 0b1010_1010, m = 0;
        for (int sub = x; sub > 0; sub = (sub - 1) & x) m += sub;
        System.out.println(
                m
                        + " "
                        + (x & -x)
                        + " "
                        + (x & x - 1)
                        + " "
                        + (x ^ x >>> 1)
                        + " "
                        + 0x1p3
                        + " "
                        + 0_17
                        + " "
                        + 1_000_000L);
        int a = 5, b = 9;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(
                a
                        + " "
                        + b
                        + " "
                        + Short.reverseBytes((short) 0x1234)
                        + " "
                        + (int) Character.reverseBytes('\u1234')
                        + " "
                        + Byte.toUnsignedInt((byte) -1)
                        + " "
                        + Short.toUnsignedLong((short) -1)
                        + " "
                        + Integer.toUnsignedLong(-1)
                        + " "
                        + Integer.toUnsignedString(-1)
                        + " "
                        + Integer.compareUnsigned(1, -1));
        long seed = 42;
        for (int i = 0; i < 5; i++) {
            seed ^= seed << 13;
            seed ^= seed >>> 7;
            seed ^= seed << 17;
            System.out.print(seed + " ");
        }
        System.out.println();
        int crc = ~0;
        for (byte c : "123456789".getBytes()) {
            crc ^= c & 0xff;
            for (int k = 0; k < 8; k++) crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
        }
        System.out.println(Integer.toHexString(~crc));
        java.util.zip.CRC32 z = new java.util.zip.CRC32();
        z.update("123456789".getBytes());
        System.out.println(Long.toHexString(z.getValue()));
    }
}
