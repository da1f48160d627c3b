import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import sun.misc.Unsafe;

/** What Unsafe must not reach: each line names the access and says "refused", or what came of it. */
public class Offsets {
    static int number = 5;
    static Object object = "o";
    int a = 1;
    byte b = 2;
    Object o = "x";

    interface Act {
        Object run() throws Exception;
    }

    static void tell(String what, Act act) throws Exception {
        try {
            System.out.println(what + ": " + act.run());
        } catch (InternalError e) {
            System.out.println(what + ": refused");
        }
    }

    public static void main(String[] args) throws Exception {
        Field f = Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        Unsafe u = (Unsafe) f.get(null);
        int[] ints = {1, 2, 3};
        Object[] refs = {"s"};
        long base = Unsafe.ARRAY_INT_BASE_OFFSET, rbase = Unsafe.ARRAY_OBJECT_BASE_OFFSET;
        for (long off : new long[] {-1, -4, -8, -20, Long.MIN_VALUE, Long.MAX_VALUE, 0, 4, base - 4, base + 12, 1L << 40}) {
            tell("getInt " + off, () -> u.getInt(ints, off));
            tell("putInt " + off, () -> {
                u.putInt(ints, off, 99);
                return ints.length;
            });
            tell("getByte " + off, () -> u.getByte(ints, off));
            tell("getLong null " + off, () -> u.getLong(null, off));
            tell("cas " + off, () -> u.compareAndSwapInt(ints, off, 0, 99));
            tell("getAndAdd " + off, () -> u.getAndAddInt(ints, off, 1));
            tell("getObject " + off, () -> u.getObject(refs, off));
        }
        tell("long over the end", () -> u.getLong(ints, base + 8));
        tell("int of a reference", () -> u.getInt(refs, rbase));
        tell("reference of an int", () -> u.getObject(ints, base));
        tell("unaligned reference", () -> u.getObject(refs, rbase + 1));
        tell("wrong element", () -> {
            try {
                u.putObject(new String[1], rbase, 5);
                return "stored";
            } catch (ArrayStoreException e) {
                return "not stored";
            }
        });
        tell("wrong field", () -> {
            u.putObject("abc", u.objectFieldOffset(String.class.getDeclaredField("value")), new Object[] {1});
            return "stored";
        });
        tell("right field", () -> {
            Offsets x = new Offsets();
            u.putObject(x, u.objectFieldOffset(Offsets.class.getDeclaredField("o")), new int[2]);
            return x.o.getClass();
        });
        int written = 0;
        for (long off = 0; off < 400; off++)
            try {
                u.putInt(Offsets.class, off, 77777);
                written++;
            } catch (InternalError e) {
                // not a number of the program's
            }
        System.out.println(Offsets.class.getSimpleName() + " " + new Offsets().a + " " + (written > 0));
        Thread t = new Thread(() -> System.out.println("runs"));
        for (long off = 0; off < 400; off++) // a number is written to itself: what can be read is what can be written
            try {
                u.putInt(t, off, u.getInt(t, off));
            } catch (InternalError e) {
                // refused
            }
        t.start();
        t.join();
        tell("setMemory", () -> {
            u.setMemory(ints, base - 8, 16, (byte) 1);
            return "set";
        });
        tell("setMemory huge", () -> {
            u.setMemory(ints, base, Long.MAX_VALUE - 8, (byte) 1);
            return "set";
        });
        tell("copyMemory", () -> {
            u.copyMemory(ints, base, ints, base + 4, 12);
            return "copied";
        });
        long m = u.allocateMemory(16), n = u.allocateMemory(64);
        u.setMemory(m, 16, (byte) 7);
        u.setMemory(n, 64, (byte) 9);
        tell("past the block", () -> u.getByte(m + 16));
        tell("before it", () -> u.getByte(m - 1));
        tell("free inside", () -> {
            u.freeMemory(m + 8);
            return "freed";
        });
        tell("reallocate inside", () -> u.reallocateMemory(n + 32, 64) != 0);
        long k = u.reallocateMemory(m, 1 << 16);
        System.out.println(u.getByte(k) + " " + u.getByte(k + 15) + " " + u.getByte(k + 16) + " " + u.getByte(k + 65535));
        long s = u.reallocateMemory(k, 4);
        System.out.println(u.getByte(s + 3));
        tell("past the smaller one", () -> u.getByte(s + 8));
        u.freeMemory(s);
        tell("free twice", () -> {
            u.freeMemory(s);
            return "freed";
        });
        tell("free nothing", () -> {
            u.freeMemory(0);
            return "nothing";
        });
        tell("not ours", () -> u.getByte(0x7fff_0000_0000L));
        Deflater d = new Deflater();
        d.setInput(new byte[100]);
        Field ref = Deflater.class.getDeclaredField("zsRef");
        Object z = u.getObject(d, u.objectFieldOffset(ref));
        long stream = u.getLong(z, u.objectFieldOffset(z.getClass().getDeclaredField("address")));
        tell("zlib's state", () -> u.getLong(stream));
        tell("zlib's pointers", () -> {
            u.setMemory(stream, 200, (byte) 65);
            return "set";
        });
        d.finish();
        System.out.println(d.deflate(new byte[100]) > 0);
        Exception forged = new Exception();
        long backtrace = 0;
        for (long off = 24; off < 100 && backtrace == 0; off += 4) // the only int[] of a fresh one
            try {
                if (u.getObject(forged, off) instanceof int[]) backtrace = off;
            } catch (InternalError e) {
                // no reference
            }
        for (Object x : new Object[] {new byte[64], new int[] {1 << 30, 0, 5, 1 << 30}, new long[9], "no trace"}) {
            u.putObject(forged, backtrace, x);
            try {
                forged.getStackTrace();
            } catch (IndexOutOfBoundsException e) {
                System.out.println(forged);
            }
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(8);
        long where = u.getLong(direct, u.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address")));
        u.putLong(direct, u.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address")), where + (1L << 40));
        tell("buffer elsewhere", () -> direct.get(0));
    }
}
