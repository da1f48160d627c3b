import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import sun.misc.Unsafe;

/**
 * Calls of Unsafe, VarHandle, ByteBuffer and of natives that take an array, an index, a length or an address, with objects,
 * offsets and sizes that mostly do not fit: UnsafeFuzz SEED CALLS. Each ends with an answer or an exception; prints how many
 * of each. The engine is what is tested, under AddressSanitizer; no such program is safe on a real JVM.
 */
public class UnsafeFuzz {
    static class Mixed {
        byte b = 1;
        char c = 2;
        int i = 3;
        long l = 4;
        float f = 5;
        double d = 6;
        Object o = "seven";
        String s = "eight";
        int[] a = {9};
    }

    static class More extends Mixed {
        boolean z;
        short t;
        Object p;
    }

    static int number;
    static long wide;
    static Object held = "held";

    final Unsafe u;
    final Object internal; // jdk.internal.misc.Unsafe
    long seed;
    final List<Object> pool = new ArrayList<>();
    final List<Long> blocks = new ArrayList<>();
    final List<Method> natives = new ArrayList<>();
    final List<VarHandle> handles = new ArrayList<>();
    final TreeMap<String, Integer> told = new TreeMap<>();

    UnsafeFuzz(long seed) throws Exception {
        this.seed = seed * 0x9E3779B97F4A7C15L | 1;
        Field f = Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        u = (Unsafe) f.get(null);
        Field in = Unsafe.class.getDeclaredField("theInternalUnsafe");
        internal = u.getObject(u.staticFieldBase(in), u.staticFieldOffset(in));
    }

    int next(int n) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return (int) Long.remainderUnsigned(seed >>> 8, n);
    }

    void fill() throws Exception {
        Class<?>[] kinds = {boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class};
        for (Class<?> k : kinds) for (int n : new int[] {0, 1, 3, 8, 17, 300}) pool.add(Array.newInstance(k, n));
        for (int n : new int[] {0, 1, 5, 40}) {
            pool.add(new Object[n]);
            pool.add(new String[n]);
            pool.add(new int[n][2]);
        }
        for (int i = 0; i < 3; i++) {
            pool.add(new Mixed());
            pool.add(new More());
            pool.add(new String("text" + i));
            pool.add(new StringBuilder("builder"));
            pool.add(new AtomicLong(i));
            pool.add(new ArrayList<>(List.of(1, 2, 3)));
            pool.add(new HashMap<>());
            pool.add(new Exception("e"));
            pool.add(new Thread(() -> {}));
            pool.add(ByteBuffer.allocate(16));
            pool.add(ByteBuffer.allocateDirect(16));
            pool.add(Integer.valueOf(1000 + i));
            pool.add(new Deflater());
            pool.add(new Inflater());
        }
        for (Class<?> c : new Class<?>[] {Mixed.class, UnsafeFuzz.class, int.class, Object[].class, Runnable.class}) pool.add(c);
        for (int i = 0; i < 3; i++) pool.add(null);
        for (int n : new int[] {1, 8, 64, 4096}) blocks.add(u.allocateMemory(n));
        handles.add(MethodHandles.arrayElementVarHandle(int[].class));
        handles.add(MethodHandles.arrayElementVarHandle(long[].class));
        handles.add(MethodHandles.arrayElementVarHandle(Object[].class));
        handles.add(MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN));
        handles.add(MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN));
        handles.add(MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN));
        handles.add(MethodHandles.byteBufferViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN));
    }

    /** The engine's natives by natives.txt (tests/fuzz/run.py writes it); those that end the run or wait are left out. */
    void natives() throws Exception {
        Method mine = UnsafeFuzz.class.getDeclaredMethod("fill"), other = UnsafeFuzz.class.getDeclaredMethod("natives");
        mine.setAccessible(true);
        long at = -1; // AccessibleObject.override
        for (long off = 0; off < 200 && at < 0; off++)
            try {
                if (u.getByte(mine, off) == 1 && u.getByte(other, off) == 0) at = off;
            } catch (InternalError e) {
                continue;
            }
        String leave = " park registerNatives initIDs throwException exit halt setIn0 setOut0 setErr0 wait wait0 notify notifyAll"
            + " setProperties initPhase1 initPhase2 initPhase3 runFinalization allocateInstance close close0 closeInt0 preClose0 dup dup0 "
            + " setSecurityManager setIn setOut setErr load loadLibrary gc console inheritedChannel invokeFinder"
            + " findBootstrapClassOrNull initSystemClassLoader forName forName0 setCallSiteTargetNormal setCallSiteTargetVolatile "
            + " copyOutBootstrapArguments waitForReferencePendingList repeat ";
        InputStream listed = UnsafeFuzz.class.getResourceAsStream("natives.txt");
        for (String line : new String(listed.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
            String[] part = line.split(" ");
            if (leave.contains(" " + part[1] + " ")) continue;
            Class<?> c;
            try {
                c = Class.forName(part[0], false, null);
            } catch (ClassNotFoundException e) {
                continue;
            }
            for (Method m : c.getDeclaredMethods()) {
                if (!m.getName().equals(part[1])) continue;
                StringBuilder desc = new StringBuilder("(");
                for (Class<?> p : m.getParameterTypes()) desc.append(p.descriptorString());
                desc.append(')').append(m.getReturnType().descriptorString());
                if (!desc.toString().equals(part[2])) continue;
                u.putByte(m, at, (byte) 1);
                natives.add(m);
            }
        }
    }

    Object object() {
        return pool.get(next(pool.size()));
    }

    Object number(Class<?> type) {
        long v = offset(object());
        if (type == int.class) return next(3) == 0 ? next(20) : (int) v;
        if (type == long.class) return v;
        if (type == boolean.class) return (v & 1) != 0;
        if (type == byte.class) return (byte) v;
        if (type == char.class) return (char) v;
        if (type == short.class) return (short) v;
        if (type == float.class) return (float) v;
        return (double) v;
    }

    static final long[] ODD = {
        0, -1, -2, -4, -8, -16, -24, 4, 8, 12, 16, 20, 23, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE,
        Long.MAX_VALUE - 24, 1L << 32, (1L << 32) - 1, (1L << 32) - 4, 0xffffffffL + 24, 1L << 62, 0x40000000L << 32, (0x40000000L << 32) + 64};

    /** An offset or address: odd, near one of the object's ends, or of a block. */
    long offset(Object o) {
        int near = next(21) - 10;
        switch (next(6)) {
            case 0:
                return ODD[next(ODD.length)];
            case 1:
                return ODD[next(ODD.length)] + near;
            case 2:
                return blocks.get(next(blocks.size())) + (next(3) == 0 ? near : next(64));
            case 3:
                if (o != null && o.getClass().isArray())
                    return 24L + (long) Array.getLength(o) * u.arrayIndexScale(o.getClass()) + near;
                return 24 + next(400);
            default:
                return 24 + 4L * next(16);
        }
    }

    Object argument(Class<?> type) {
        if (type.isPrimitive()) return number(type);
        for (int i = 0; i < 12; i++) {
            Object o = object();
            if (o == null || type.isInstance(o)) return o;
        }
        return null;
    }

    Object nativeCall() throws Throwable {
        Method m = natives.get(next(natives.size()));
        Class<?>[] types = m.getParameterTypes();
        Object[] args = new Object[types.length];
        Object on = m.getDeclaringClass().isInstance(internal) ? internal : argument(m.getDeclaringClass());
        Object near = null;
        for (int i = 0; i < args.length; i++) {
            args[i] = types[i] == long.class && near != null ? (Object) offset(near) : argument(types[i]);
            if (!types[i].isPrimitive()) near = args[i];
        }
        if (m.getName().equals("allocateMemory0") || m.getName().equals("reallocateMemory0")) args[args.length - 1] = (long) next(5000);
        if (m.getName().startsWith("newArray") || m.getName().equals("multiNewArray")) args[1] = types[1] == int.class ? (Object) next(50) : new int[] {2, 3};
        if (m.getName().startsWith("allocateUninit")) args[1] = next(50);
        if (m.getName().equals("newBytesFor") || m.getName().equals("newString")) args[args.length - 1] = next(50);
        Object r = m.invoke(on, args);
        if (m.getName().equals("allocateMemory0")) keep((Long) r);
        return r;
    }

    void keep(long address) {
        if (blocks.size() > 200) blocks.remove(next(blocks.size()));
        blocks.add(address);
    }

    Object unsafeCall() {
        Object o = object(), v = object();
        long off = offset(o), n = next(4) == 0 ? offset(null) : next(100);
        switch (next(36)) {
            case 0: return u.getInt(o, off);
            case 1: u.putInt(o, off, (int) n); return null;
            case 2: return u.getLong(o, off);
            case 3: u.putLong(o, off, n); return null;
            case 4: return u.getByte(o, off);
            case 5: u.putByte(o, off, (byte) n); return null;
            case 6: return u.getShort(o, off);
            case 7: u.putShort(o, off, (short) n); return null;
            case 8: return u.getChar(o, off);
            case 9: u.putChar(o, off, (char) n); return null;
            case 10: return u.getBoolean(o, off);
            case 11: u.putBoolean(o, off, true); return null;
            case 12: return u.getFloat(o, off);
            case 13: u.putFloat(o, off, n); return null;
            case 14: return u.getDouble(o, off);
            case 15: u.putDouble(o, off, n); return null;
            case 16: return u.getObject(o, off);
            case 17: u.putObject(o, off, v); return null;
            case 18: return u.getIntVolatile(o, off);
            case 19: u.putLongVolatile(o, off, n); return null;
            case 20: return u.getObjectVolatile(o, off);
            case 21: u.putObjectVolatile(o, off, v); return null;
            case 22: return u.compareAndSwapInt(o, off, u.getInt(o, off), (int) n);
            case 23: return u.compareAndSwapLong(o, off, 0, n);
            case 24: return u.compareAndSwapObject(o, off, null, v);
            case 25: return u.getAndAddInt(o, off, 1);
            case 26: return u.getAndSetObject(o, off, v);
            case 27: return u.getAndAddLong(o, off, n);
            case 28: u.setMemory(o, off, n, (byte) 3); return null;
            case 29: u.copyMemory(o, off, v, offset(v), n); return null;
            case 30: keep(u.allocateMemory(next(300))); return null;
            case 31: keep(u.reallocateMemory(blocks.remove(next(blocks.size() - 1) + 1), next(300) + 1)); return null;
            case 32: if (blocks.size() > 20) u.freeMemory(blocks.get(next(blocks.size()))); return null;
            case 33: u.freeMemory(off); return null;
            case 34: return u.getByte(off);
            default: u.putLong(off, n); return null;
        }
    }

    Object handleCall() {
        VarHandle h = handles.get(next(handles.size()));
        List<Class<?>> at = h.coordinateTypes();
        Object o = argument(at.get(0));
        int i = next(3) == 0 ? (int) offset(o) : next(20) - 2;
        Class<?> t = h.varType();
        boolean set = next(2) == 0;
        if (t == int.class) {
            if (o instanceof int[] a) return set ? (int) h.getAndAdd(a, i, 1) : (int) h.getVolatile(a, i);
            return set ? (int) h.get((byte[]) o, i) : (int) h.getVolatile((byte[]) o, i);
        }
        if (t == long.class) {
            if (o instanceof long[] a) return set ? h.compareAndSet(a, i, 0L, 1L) : (long) h.get(a, i);
            if (o instanceof ByteBuffer b) return set ? (long) h.get(b, i) : (long) h.getAndAdd(b, i, 1L);
            if (set) h.set((byte[]) o, i, 5L);
            return set ? null : (Object) (long) h.getVolatile((byte[]) o, i);
        }
        if (t == char.class) return (char) h.get((ByteBuffer) o, i);
        if (set) h.set((Object[]) o, i, object());
        return set ? null : h.getAndSet((Object[]) o, i, null);
    }

    Object bufferCall() {
        ByteBuffer b = null;
        while (b == null) b = object() instanceof ByteBuffer x ? x : null;
        int i = next(3) == 0 ? (int) offset(b) : next(20) - 2;
        byte[] a = null;
        while (a == null) a = object() instanceof byte[] x ? x : null;
        switch (next(9)) {
            case 0: return b.get(i);
            case 1: return b.putLong(i, 5);
            case 2: return b.getInt(i);
            case 3: return b.put(i, a, next(10) - 1, next(20) - 1);
            case 4: return b.get(i, a, next(10) - 1, next(20) - 1);
            case 5: return b.duplicate().position(i).limit(next(20)).slice().asLongBuffer();
            case 6: return b.mismatch(ByteBuffer.wrap(a));
            case 7: return b.order(ByteOrder.LITTLE_ENDIAN).getDouble(i);
            default: System.arraycopy(object(), i, object(), next(20) - 2, next(20) - 2); return null;
        }
    }

    void run(int calls) {
        for (int n = 0; n < calls; n++) {
            String how = "answers";
            try {
                switch (next(4)) {
                    case 0: nativeCall(); break;
                    case 1: handleCall(); break;
                    case 2: bufferCall(); break;
                    default: unsafeCall();
                }
            } catch (java.lang.reflect.InvocationTargetException e) {
                how = e.getCause().getClass().getSimpleName();
            } catch (Throwable e) {
                how = e.getClass().getSimpleName();
            }
            told.merge(how, 1, Integer::sum);
            if (n % 1000 == 999) {
                pool.clear(); // what was broken goes
                try {
                    fill();
                } catch (Throwable e) { // the library itself is broken by now
                    told.merge("ended early", 1, Integer::sum);
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        UnsafeFuzz f = new UnsafeFuzz(Long.parseLong(args[0]));
        f.fill();
        f.natives();
        f.run(Integer.parseInt(args[1]));
        System.out.println("ok " + args[1] + " calls, " + f.natives.size() + " natives " + f.told);
    }
}
