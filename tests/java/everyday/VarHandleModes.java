// All 31 access modes on instance and static fields of int, long, reference and boolean.
import java.lang.invoke.*;

public class VarHandleModes {
    int i = 1;
    long l = 2;
    String s = "s";
    boolean z;
    byte b = 3;
    char c = 'c';
    short h = 4;
    float f = 1.5f;
    double d = 2.5;
    final int fin = 9;
    static int si = 10;
    static String ss = "st";
    volatile int v = 5;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup k = MethodHandles.lookup();
        Class<VarHandleModes> T = VarHandleModes.class;
        VarHandleModes o = new VarHandleModes();
        VarHandle i = k.findVarHandle(T, "i", int.class),
                l = k.findVarHandle(T, "l", long.class),
                s = k.findVarHandle(T, "s", String.class),
                z = k.findVarHandle(T, "z", boolean.class),
                si = k.findStaticVarHandle(T, "si", int.class),
                ss = k.findStaticVarHandle(T, "ss", String.class);
        i.set(o, 2);
        i.setVolatile(o, (int) i.getVolatile(o) + 1);
        i.setOpaque(o, (int) i.getOpaque(o) * 2);
        i.setRelease(o, (int) i.getAcquire(o) + 4);
        System.out.println(
                (int) i.get(o)
                        + " "
                        + i.compareAndSet(o, 10, 11)
                        + " "
                        + i.compareAndSet(o, 10, 12)
                        + " "
                        + (int) i.compareAndExchange(o, 11, 13)
                        + " "
                        + (int) i.compareAndExchangeAcquire(o, 0, 1)
                        + " "
                        + (int) i.compareAndExchangeRelease(o, 13, 14));
        System.out.println(
                i.weakCompareAndSet(o, 14, 15)
                        + " "
                        + i.weakCompareAndSetPlain(o, 15, 16)
                        + " "
                        + i.weakCompareAndSetAcquire(o, 16, 17)
                        + " "
                        + i.weakCompareAndSetRelease(o, 17, 18)
                        + " "
                        + o.i);
        System.out.println(
                (int) i.getAndSet(o, 1)
                        + " "
                        + (int) i.getAndSetAcquire(o, 2)
                        + " "
                        + (int) i.getAndSetRelease(o, 3)
                        + " "
                        + (int) i.getAndAdd(o, 5)
                        + " "
                        + (int) i.getAndAddAcquire(o, 5)
                        + " "
                        + (int) i.getAndAddRelease(o, -1)
                        + " "
                        + o.i);
        System.out.println(
                (int) i.getAndBitwiseOr(o, 0x30)
                        + " "
                        + (int) i.getAndBitwiseOrAcquire(o, 1)
                        + " "
                        + (int) i.getAndBitwiseOrRelease(o, 2)
                        + " "
                        + (int) i.getAndBitwiseAnd(o, 0x1f)
                        + " "
                        + (int) i.getAndBitwiseAndAcquire(o, 0xf7)
                        + " "
                        + (int) i.getAndBitwiseAndRelease(o, 0x7)
                        + " "
                        + (int) i.getAndBitwiseXor(o, 0xff)
                        + " "
                        + (int) i.getAndBitwiseXorAcquire(o, 1)
                        + " "
                        + (int) i.getAndBitwiseXorRelease(o, 2)
                        + " "
                        + o.i);
        System.out.println(
                (long) l.getAndAdd(o, 1L << 40)
                        + " "
                        + l.compareAndSet(o, (1L << 40) + 2, -1L)
                        + " "
                        + (long) l.getAndBitwiseXor(o, 5L)
                        + " "
                        + o.l
                        + " "
                        + (long) l.getAndSet(o, 6L));
        System.out.println(
                (String) s.getAndSet(o, "t")
                        + s.compareAndSet(o, "t", "u")
                        + (String) s.compareAndExchange(o, "u", null)
                        + s.get(o));
        System.out.println(
                (boolean) z.getAndSet(o, true)
                        + " "
                        + z.compareAndSet(o, true, false)
                        + " "
                        + (boolean) z.getAndBitwiseOr(o, true)
                        + " "
                        + (boolean) z.getAndBitwiseXor(o, true)
                        + o.z);
        System.out.println(
                (int) si.getAndAdd(5)
                        + " "
                        + si.compareAndSet(15, 16)
                        + " "
                        + si.getVolatile()
                        + " "
                        + (String) ss.getAndSet("n")
                        + ss.get());
        VarHandle b = k.findVarHandle(T, "b", byte.class),
                c = k.findVarHandle(T, "c", char.class),
                h = k.findVarHandle(T, "h", short.class),
                f = k.findVarHandle(T, "f", float.class),
                d = k.findVarHandle(T, "d", double.class),
                fin = k.findVarHandle(T, "fin", int.class),
                v = k.findVarHandle(T, "v", int.class);
        System.out.println(
                (byte) b.getAndAdd(o, (byte) 127)
                        + " "
                        + o.b
                        + " "
                        + (char) c.getAndSet(o, 'd')
                        + o.c
                        + " "
                        + (short) h.getAndBitwiseOr(o, (short) 3)
                        + o.h
                        + " "
                        + (float) f.getAndAdd(o, 0.25f)
                        + o.f
                        + " "
                        + d.compareAndSet(o, 2.5, -0.0)
                        + d.get(o)
                        + " "
                        + v.get(o)
                        + " "
                        + (int) v.getAndAdd(o, 1));
        try {
            fin.set(o, 1);
        } catch (UnsupportedOperationException e) {
            System.out.println("final: unsupported " + (int) fin.get(o));
        }
        try {
            f.getAndBitwiseOr(o, 1f);
        } catch (UnsupportedOperationException e) {
            System.out.println("float bits: unsupported");
        }
        try {
            Object bad = "x";
            i.get((VarHandleModes) null);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        System.out.println(
                i.varType()
                        + " "
                        + i.coordinateTypes()
                        + " "
                        + i.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET)
                        + " "
                        + fin.isAccessModeSupported(VarHandle.AccessMode.SET)
                        + " "
                        + VarHandle.AccessMode.values().length);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
    }
}
