// VarHandles of array elements of all types, byte array and ByteBuffer views in both byte orders.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

public class VarHandleArrays {
    public static void main(String[] args) {
        VarHandle ia = MethodHandles.arrayElementVarHandle(int[].class),
                la = MethodHandles.arrayElementVarHandle(long[].class),
                sa = MethodHandles.arrayElementVarHandle(String[].class),
                ba = MethodHandles.arrayElementVarHandle(byte[].class),
                da = MethodHandles.arrayElementVarHandle(double[].class),
                za = MethodHandles.arrayElementVarHandle(boolean[].class),
                ca = MethodHandles.arrayElementVarHandle(char[].class),
                ha = MethodHandles.arrayElementVarHandle(short[].class),
                fa = MethodHandles.arrayElementVarHandle(float[].class);
        int[] i = {1, 2, 3};
        long[] l = {4, 5};
        String[] s = {"a", null};
        byte[] b = {1, 2};
        double[] d = {1.5};
        boolean[] z = {true};
        char[] c = {'x'};
        short[] h = {7};
        float[] f = {2f};
        System.out.println(
                (int) ia.getAndAdd(i, 1, 10)
                        + i[1]
                        + " "
                        + ia.compareAndSet(i, 2, 3, 33)
                        + i[2]
                        + " "
                        + (long) la.getAndBitwiseAnd(l, 1, 4L)
                        + l[1]
                        + " "
                        + (String) sa.getAndSet(s, 1, "n")
                        + s[1]
                        + " "
                        + (byte) ba.getAndAdd(b, 0, (byte) -2)
                        + b[0]);
        System.out.println(
                (double) da.getAndAdd(d, 0, 1.0)
                        + d[0]
                        + " "
                        + (boolean) za.getAndBitwiseXor(z, 0, true)
                        + z[0]
                        + " "
                        + (char) ca.compareAndExchange(c, 0, 'x', 'y')
                        + c[0]
                        + " "
                        + (short) ha.getAndSet(h, 0, (short) 8)
                        + h[0]
                        + " "
                        + (float) fa.getVolatile(f, 0));
        for (int x : new int[] {-1, 3})
            try {
                ia.setVolatile(i, x, 0);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        Object[] os = new Integer[1];
        VarHandle oa = MethodHandles.arrayElementVarHandle(Object[].class);
        try {
            oa.set(os, 0, (Object) "s");
        } catch (ClassCastException | ArrayStoreException e) {
            System.out.println("not stored " + os[0]);
        }
        byte[] raw = new byte[24];
        VarHandle le = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN),
                be = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN),
                bs = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN),
                bd = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN),
                bc = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN),
                bf = MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.BIG_ENDIAN);
        le.set(raw, 0, 0x01020304);
        be.set(raw, 8, 0x1122334455667788L);
        bs.set(raw, 5, (short) 0x7f01);
        bd.set(raw, 16, 1.0);
        System.out.println(
                HexFormat.of().formatHex(raw)
                        + " "
                        + (int) le.get(raw, 1)
                        + " "
                        + (long) be.get(raw, 3)
                        + " "
                        + (double) bd.get(raw, 16)
                        + (int) (char) bc.get(raw, 7)
                        + " "
                        + (float) bf.get(raw, 8));
        try {
            le.get(raw, 21);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        ByteBuffer heap = ByteBuffer.allocate(16), direct = ByteBuffer.allocateDirect(16);
        VarHandle bl = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN),
                bi = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        for (ByteBuffer q : List.of(heap, direct)) {
            bl.set(q, 0, 0x0102030405060708L);
            bi.set(q, 8, 77);
            System.out.println(
                    (int) bi.get(q, 8)
                            + " "
                            + q.get(3)
                            + " "
                            + q.getLong(0)
                            + " "
                            + (long) bl.get(q, 1));
        }
        System.out.println(
                bi.compareAndSet(direct, 8, 77, 78)
                        + " "
                        + (int) bi.getAndAdd(direct, 8, 2)
                        + " "
                        + (int) bi.getVolatile(direct, 8));
        try {
            bl.set(heap.asReadOnlyBuffer(), 0, 1L);
        } catch (ReadOnlyBufferException e) {
            System.out.println("read only");
        }
        Object boxed = ia.get(i, 0);
        Integer w = (Integer) ia.getVolatile(i, 1);
        long wide = (int) ia.get(i, 0);
        ia.set(i, 0, (byte) 5);
        ia.set(i, (Integer) 1, Integer.valueOf(6));
        System.out.println(
                boxed
                        + " "
                        + w
                        + " "
                        + wide
                        + " "
                        + Arrays.toString(i)
                        + " "
                        + (long) (Object) la.get(l, 0));
    }
}
