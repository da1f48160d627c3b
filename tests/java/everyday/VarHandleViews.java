// byte[] and ByteBuffer views in every width and order, misalignment and bounds, atomic modes on
// longs and arrays of references, lookups of private and static fields.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

public class VarHandleViews {
    private volatile long count;
    static int total;
    private final int fin = 3;
    String ref = "a";
    short sh;
    boolean flag;
    double dbl;
    char ch;

    public static void main(String[] args) throws Throwable {
        byte[] raw = new byte[32];
        for (int i = 0; i < 32; i++) raw[i] = (byte) (i * 7);
        for (ByteOrder o : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            VarHandle i = MethodHandles.byteArrayViewVarHandle(int[].class, o),
                    l = MethodHandles.byteArrayViewVarHandle(long[].class, o),
                    c = MethodHandles.byteArrayViewVarHandle(char[].class, o),
                    d = MethodHandles.byteArrayViewVarHandle(double[].class, o),
                    s = MethodHandles.byteArrayViewVarHandle(short[].class, o),
                    f = MethodHandles.byteArrayViewVarHandle(float[].class, o);
            System.out.println(
                    (int) i.get(raw, 1)
                            + " "
                            + (long) l.get(raw, 3)
                            + " "
                            + (int) (char) c.get(raw, 5)
                            + " "
                            + (double) d.get(raw, 8)
                            + " "
                            + (short) s.get(raw, 2)
                            + " "
                            + (float) f.get(raw, 9));
            i.set(raw, 2, 0x01020304);
            System.out.println(raw[2] + "" + raw[3] + raw[4] + raw[5]);
            VarHandle bi = MethodHandles.byteBufferViewVarHandle(int[].class, o);
            ByteBuffer b = ByteBuffer.allocateDirect(32).order(o);
            bi.setVolatile(b, 8, 77);
            System.out.println(
                    (int) bi.getAndAdd(b, 8, 5)
                            + " "
                            + b.getInt(8)
                            + " "
                            + bi.compareAndSet(b, 8, 82, 1)
                            + " "
                            + (int) bi.getAcquire(b, 8));
            for (int at : new int[] {30, -1})
                try {
                    i.get(raw, at);
                } catch (IndexOutOfBoundsException e) {
                    System.out.println(e.getMessage());
                }
            try {
                bi.get(b.asReadOnlyBuffer(), 0);
                bi.set(b.asReadOnlyBuffer(), 0, 1);
            } catch (ReadOnlyBufferException e) {
                System.out.println("ro");
            }
            try {
                bi.getVolatile(b, 3);
            } catch (IllegalStateException e) {
                System.out.println("misaligned");
            }
        }
        MethodHandles.Lookup k = MethodHandles.lookup();
        VarHandleViews v = new VarHandleViews();
        VarHandle c = k.findVarHandle(VarHandleViews.class, "count", long.class),
                t = k.findStaticVarHandle(VarHandleViews.class, "total", int.class),
                r = k.findVarHandle(VarHandleViews.class, "ref", String.class),
                sh = k.findVarHandle(VarHandleViews.class, "sh", short.class),
                fl = k.findVarHandle(VarHandleViews.class, "flag", boolean.class),
                db = k.findVarHandle(VarHandleViews.class, "dbl", double.class),
                ch = k.findVarHandle(VarHandleViews.class, "ch", char.class),
                fi = k.findVarHandle(VarHandleViews.class, "fin", int.class);
        System.out.println(
                (long) c.getAndAdd(v, 5L)
                        + (long) c.getAndBitwiseXor(v, 3L)
                        + " "
                        + v.count
                        + " "
                        + (int) t.getAndSet(9)
                        + total
                        + " "
                        + (String) r.compareAndExchange(v, "a", "b")
                        + v.ref
                        + " "
                        + r.weakCompareAndSet(v, "zz", "q"));
        System.out.println(
                (short) sh.getAndAdd(v, (short) 40000)
                        + " "
                        + v.sh
                        + " "
                        + (boolean) fl.getAndBitwiseOr(v, true)
                        + v.flag
                        + " "
                        + (double) db.getAndAdd(v, 1.5)
                        + v.dbl
                        + " "
                        + db.compareAndSet(v, 1.5, -0.0)
                        + (char) ch.getAndSet(v, 'z')
                        + v.ch);
        System.out.println(
                (int) fi.get(v)
                        + " "
                        + fi.isAccessModeSupported(VarHandle.AccessMode.SET)
                        + db.isAccessModeSupported(VarHandle.AccessMode.GET_AND_BITWISE_OR)
                        + r.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
                        + " "
                        + c.varType()
                        + c.coordinateTypes()
                        + " "
                        + c.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        try {
            fi.set(v, 4);
        } catch (UnsupportedOperationException e) {
            System.out.println("uoe");
        }
        try {
            c.set(v, "x");
        } catch (WrongMethodTypeException e) {
            System.out.println("wmt");
        }
        try {
            r.set((VarHandleViews) null, "x");
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            Object o = "str";
            c.get(o);
        } catch (ClassCastException e) {
            System.out.println("cce");
        }
        VarHandle ae = MethodHandles.arrayElementVarHandle(Object[].class);
        Object[] os = new Integer[] {1, 2};
        try {
            ae.set(os, 0, "s");
        } catch (ArrayStoreException | ClassCastException e) {
            System.out.println("store");
        }
        System.out.println(ae.compareAndSet(os, 1, os[1], 7) + " " + os[1]);
        try {
            ae.get(os, 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle toH = c.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        System.out.println((long) toH.invokeExact(v, 1L) + v.count);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        try {
            k.findVarHandle(VarHandleViews.class, "none", int.class);
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(c.withInvokeExactBehavior().hasInvokeExactBehavior());
    }
}
