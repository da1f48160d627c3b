// Every VarHandle access mode, by reflection over AccessMode, on every type it can have, on fields, arrays and byte views; aligned and not.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

public class VarHandleAll {
    byte b = 1;
    short s = 2;
    char c = 'c';
    int i = 4;
    long l = 5;
    float f = 6.5f;
    double d = 7.5;
    boolean z = true;
    String o = "o";
    static int st = 9;
    final int fin = 3;
    volatile long vol = 11;
    static void each(String n, VarHandle v, Object[] at, Object... vals) {
        StringBuilder out = new StringBuilder(n).append(' ').append(v.varType()).append(v.coordinateTypes());
        for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) {
            if (!v.isAccessModeSupported(m)) {
                out.append(" -").append(m.methodName());
                continue;
            }
            List<Object> a = new ArrayList<>(Arrays.asList(at));
            int extra = v.accessModeType(m).parameterCount() - at.length;
            for (int k = 0; k < extra; k++) a.add(vals[k % vals.length]);
            try {
                Object r = v.toMethodHandle(m).invokeWithArguments(a);
                out.append(' ').append(m.methodName()).append('=').append(r);
            } catch (Throwable e) {
                out.append(' ')
                    .append(m.methodName())
                    .append('!')
                    .append(e.getClass().getSimpleName())
                    .append(e.getMessage());
            }
        }
        System.out.println(out);
    }
    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup k = MethodHandles.lookup();
        VarHandleAll h = new VarHandleAll();
        Class<?> me = VarHandleAll.class;
        Object[] at = {h};
        each("b", k.findVarHandle(me, "b", byte.class), at, (byte) 1, (byte) -3);
        each("s", k.findVarHandle(me, "s", short.class), at, (short) 2, (short) 300);
        each("c", k.findVarHandle(me, "c", char.class), at, 'c', 'z');
        each("i", k.findVarHandle(me, "i", int.class), at, 4, 0x55);
        each("l", k.findVarHandle(me, "l", long.class), at, 5L, -1L << 40);
        each("f", k.findVarHandle(me, "f", float.class), at, 6.5f, -0.0f);
        each("d", k.findVarHandle(me, "d", double.class), at, 7.5, Double.NaN);
        each("z", k.findVarHandle(me, "z", boolean.class), at, true, false);
        each("o", k.findVarHandle(me, "o", String.class), at, "o", "p");
        each("st", k.findStaticVarHandle(me, "st", int.class), new Object[0], 9, 10);
        each("fin", k.findVarHandle(me, "fin", int.class), at, 3, 4);
        each("vol", k.findVarHandle(me, "vol", long.class), at, 11L, 12L);
        System.out.println(h.b + " " + h.s + h.c + h.i + " " + h.l + h.f + h.d + h.z + h.o + st + h.fin + h.vol);
        Object[] arrays = {new byte[] {1, 2}, new short[] {1, 2}, new char[] {1, 2}, new int[] {1, 2},
            new long[] {1, 2}, new float[] {1, 2}, new double[] {1, 2}, new boolean[] {true, false},
            new String[] {"x", "y"}, new Object[] {"x", 1}};
        Object[][] vals = {{(byte) 2, (byte) 7}, {(short) 2, (short) 7}, {(char) 2, (char) 67}, {2, 7}, {2L, 7L},
            {2f, 7f}, {2d, 7d}, {false, true}, {"y", "z"}, {1, "q"}};
        for (int n = 0; n < arrays.length; n++) {
            each(
                "arr", MethodHandles.arrayElementVarHandle(arrays[n].getClass()), new Object[] {arrays[n], 1}, vals[n]);
            each(
                "oob", MethodHandles.arrayElementVarHandle(arrays[n].getClass()), new Object[] {arrays[n], 2}, vals[n]);
        }
        each("null", MethodHandles.arrayElementVarHandle(int[].class), new Object[] {null, 0}, 1, 2);
        each("nullo", k.findVarHandle(me, "i", int.class), new Object[] {null}, 1, 2);
        ByteBuffer dir = ByteBuffer.allocateDirect(64), heap = ByteBuffer.allocate(64);
        Class<?>[] views = {short[].class, char[].class, int[].class, long[].class, float[].class, double[].class};
        Object[][] vv = {{(short) 0, (short) 7}, {(char) 0, 'x'}, {0, 7}, {0L, 7L}, {0f, 7f}, {0d, 7d}};
        for (int n = 0; n < views.length; n++)
            for (ByteOrder bo : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
                VarHandle bv = MethodHandles.byteBufferViewVarHandle(views[n], bo);
                each("dir", bv, new Object[] {dir, 16}, vv[n]);
                each("mis", bv, new Object[] {dir, 17}, vv[n]);
                each("end", bv, new Object[] {dir, 63}, vv[n]);
                if (n == 3) each("ro", bv, new Object[] {dir.asReadOnlyBuffer(), 16}, vv[n]);
                VarHandle av = MethodHandles.byteArrayViewVarHandle(views[n], bo);
                if (n == 0) av.set(heap.array(), 3, (short) 5);
                else if (n == 1) av.set(heap.array(), 3, (char) 5);
                else av.set(heap.array(), 3, (char) 5);
                System.out.println(av.get(heap.array(), 3) + " " + heap.get(3) + heap.get(4));
            }
    }
}
