// NIO buffers: slices, duplicates, views, order, direct and heap, read-only, marks, bulk and absolute access, compare, mismatch, the exceptions.
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class BufferEdges {
    static { BufferEdgesMore.chars(); }
    static void t(Runnable r) {
        try {
            r.run();
            System.out.print("fine ");
        } catch (RuntimeException e) { System.out.print(e.getClass().getSimpleName() + ":" + e.getMessage() + " "); }
    }
    public static void main(String[] args) {
        for (ByteBuffer b : new ByteBuffer[] {ByteBuffer.allocate(40), ByteBuffer.allocateDirect(40),
                 ByteBuffer.wrap(new byte[48], 4, 40).slice(), ByteBuffer.allocateDirect(44).position(4).slice()}) {
            b.put((byte) 1)
                .putShort((short) 0x0203)
                .putInt(0x04050607)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0x08090a0b0c0d0e0fL)
                .putFloat(1.5f)
                .putDouble(-2.25)
                .putChar('\u20ac');
            System.out.println(b + " " + b.isDirect() + b.hasArray() + " " + b.getInt(3) + " "
                               + b.order(ByteOrder.BIG_ENDIAN).getInt(3) + " " + b.getLong(7));
            b.flip();
            byte[] all = new byte[b.remaining()];
            b.get(all);
            System.out.println(HexFormat.of().formatHex(all) + " " + b.hasRemaining());
            b.clear().position(2).mark().position(10).reset();
            ByteBuffer s = b.slice(), d = b.duplicate(), ro = b.asReadOnlyBuffer(), ss = b.slice(3, 9);
            s.put(0, (byte) 99);
            System.out.println(s + " " + d.get(2) + ro.get(2) + " " + ss + ss.get(0) + " " + ro.isReadOnly() + s.order()
                               + d.limit(20).position(5).compact());
            t(() -> ro.put((byte) 1));
            t(() -> b.position(99));
            t(() -> b.get(40));
            t(() -> b.duplicate().limit(3).position(0).getInt());
            t(() -> b.limit(2).putLong(1));
            t(() -> ByteBuffer.allocate(2).reset());
            t(() -> b.slice(1, 77));
            t(ro::array);
            t(() -> b.put(b));
            System.out.println();
            b.clear().order(ByteOrder.LITTLE_ENDIAN);
            IntBuffer ib = b.asIntBuffer();
            ib.put(new int[] {1, 2, 3}).put(5, 77);
            LongBuffer lb = b.position(8).asLongBuffer();
            CharBuffer cb = b.position(20).asCharBuffer();
            ShortBuffer sh = b.position(1).asShortBuffer();
            System.out.println(ib + " " + ib.get(5) + " " + lb.get(0) + " " + (int) cb.get(0) + " " + sh.get(0) + " "
                               + sh.order() + b.position(16).asDoubleBuffer().get(0) + b.asFloatBuffer().remaining());
            b.position(0);
            System.out.println(b.alignedSlice(1) + " " + b.mismatch(d) + " " + b.equals(b.duplicate()) + " "
                               + b.compareTo(s.duplicate().rewind()) + " " + b.limit(12).hashCode());
            byte[] part = new byte[6];
            b.clear().get(1, part, 2, 3).put(30, new byte[] {7, 8, 9}, 1, 2);
            System.out.println(Arrays.toString(part) + b.get(30) + b.get(31));
        }
    }
}
class BufferEdgesMore {
    static void chars() {
        CharBuffer c = CharBuffer.wrap("hello world", 3, 9);
        CharBuffer sub = c.subSequence(1, 4);
        System.out.println(c + "|" + sub + "|" + c.length() + c.charAt(2) + c.isReadOnly() + " "
                           + CharBuffer.wrap(new char[] {'a', 'b', 'c'}).append("x", 0, 1).flip()
                           + StandardCharsets.UTF_8.encode(sub));
    }
}
