// java.nio buffers: positions, views, slices, orders, bulk transfers, read-only, direct, errors.
import java.nio.*;
import java.util.*;

public class NioBuffers {
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (ByteBuffer b : List.of(ByteBuffer.allocate(32), ByteBuffer.allocateDirect(32))) {
            b.put((byte) 1)
                    .putShort((short) 0x0203)
                    .putInt(0x04050607)
                    .putLong(-2)
                    .putFloat(1.5f)
                    .putDouble(2.5)
                    .putChar('z');
            System.out.println(b + " " + b.remaining() + b.hasArray());
            b.flip();
            System.out.println(
                    b.get()
                            + " "
                            + b.getShort()
                            + " "
                            + b.order(ByteOrder.LITTLE_ENDIAN).getInt()
                            + " "
                            + b.order(ByteOrder.BIG_ENDIAN).getLong()
                            + " "
                            + b.getFloat()
                            + " "
                            + b.getDouble()
                            + b.getChar()
                            + b.hasRemaining());
            b.rewind().position(3).mark();
            ByteBuffer s = b.slice();
            s.put(0, (byte) 99);
            System.out.println(
                    b.get(3)
                            + " "
                            + s
                            + " "
                            + b.duplicate().position(5).reset().position()
                            + " "
                            + b.slice(1, 4).capacity());
            b.clear().position(8);
            b.compact();
            System.out.println(b + " " + b.get(0));
            IntBuffer ib = b.clear().asIntBuffer();
            ib.put(1, 77).put(new int[] {5, 6});
            System.out.println(
                    ib + " " + b.getInt(0) + b.getInt(4) + " " + b.alignedSlice(8).capacity());
            CharBuffer cb = b.asCharBuffer();
            cb.put("hey");
            System.out.println(
                    cb.flip()
                            + " "
                            + cb.charAt(1)
                            + cb.length()
                            + " "
                            + b.mismatch(ByteBuffer.wrap(new byte[] {0, 'h', 1})));
            byte[] got = new byte[4];
            b.get(2, got);
            System.out.println(
                    Arrays.toString(got)
                            + " "
                            + b.equals(b.duplicate())
                            + " "
                            + (b.hashCode() == b.duplicate().hashCode())
                            + " "
                            + b.compareTo(ByteBuffer.allocate(1)));
            t(() -> b.get(32));
            t(() -> b.position(33));
            t(
                    () -> {
                        b.clear().position(31);
                        b.getInt();
                    });
            t(() -> b.asReadOnlyBuffer().put((byte) 1));
            t(() -> b.put(b));
            t(() -> b.limit(2).position(3));
            t(() -> b.duplicate().clear().reset());
            b.clear();
        }
        LongBuffer lb = LongBuffer.wrap(new long[] {1, 2, 3}, 1, 2);
        System.out.println(lb + " " + lb.get() + lb.arrayOffset() + lb.array().length);
        DoubleBuffer db = DoubleBuffer.allocate(2).put(1.5);
        System.out.println(db.flip().get());
        ShortBuffer sb =
                ByteBuffer.wrap(new byte[] {1, 2, 3, 4})
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asShortBuffer();
        System.out.println(sb.get(1) + " " + sb.order() + ByteOrder.nativeOrder());
        CharBuffer w = CharBuffer.wrap("read only text");
        System.out.println(w.isReadOnly() + " " + w.subSequence(5, 9) + " " + w.position(10));
        t(() -> w.put('x'));
        t(() -> ByteBuffer.allocate(-1));
        FloatBuffer fb = FloatBuffer.allocate(3);
        fb.put(new float[] {1, 2, 3}).flip();
        System.out.println(fb.compareTo(FloatBuffer.wrap(new float[] {1, 2, 4})));
    }
}
