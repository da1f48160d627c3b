// Shift distances are masked with 31 or 63; the shifted operand alone decides the type.
public class Shifts {
    public static void main(String[] args) {
        int[] is = {1, -1, 0x12345678, Integer.MIN_VALUE, Integer.MAX_VALUE};
        long[] ls = {1, -1, 0x123456789abcdef0L, Long.MIN_VALUE, Long.MAX_VALUE};
        int[] by = {0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -32, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int d : by) {
            for (int v : is) System.out.print((v << d) + " " + (v >> d) + " " + (v >>> d) + " | ");
            for (long v : ls) System.out.print((v << d) + " " + (v >> d) + " " + (v >>> d) + " | ");
            System.out.println();
        }
        long by64 = 0x100000021L;
        System.out.println((1 << by64) + " " + (1L << by64) + " " + (-1 >>> by64) + " " + (-1L >>> by64));
        byte b = (byte) 0x80;
        System.out.println((b >> 1) + " " + (b >>> 1) + " " + (byte) (b >>> 1) + " " + ((b & 0xff) >>> 1));
        char c = '\uffff';
        System.out.println((c << 16) + " " + (c >> 4) + " " + (c >>> 4));
        short s = -1;
        s >>>= 10;
        b >>>= 1;
        System.out.println(s + " " + b);
    }
}
