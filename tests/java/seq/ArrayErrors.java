// Messages of array, cast and store errors.
import java.util.ArrayList;
import java.util.List;

public class ArrayErrors {
    interface Act {
        Object run() throws Exception;
    }

    static void t(Act a) {
        try {
            System.out.println(a.run());
        } catch (Exception | OutOfMemoryError e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static class A {}

    static class B extends A {}

    record P(int x) {}

    public static void main(String[] args) {
        t(() -> new int[3][3].length);
    }

    static {
        t(
                () -> {
                    int[] a = new int[3];
                    return a[3];
                });
        t(
                () -> {
                    int[] a = new int[0];
                    a[-1] = 2;
                    return 0;
                });
        t(
                () -> {
                    long[] a = new long[2];
                    return a[Integer.MIN_VALUE];
                });
        t(
                () -> {
                    byte[] a = new byte[2];
                    a[7]++;
                    return 0;
                });
        t(
                () -> {
                    Object[] a = new String[2];
                    a[2] = "x";
                    return 0;
                });
        t(
                () -> {
                    Object[] a = new String[2];
                    a[0] = 5;
                    return 0;
                });
        t(
                () -> {
                    Object[] a = new Integer[2][2];
                    a[0] = "s";
                    return 0;
                });
        t(
                () -> {
                    Object[] a = new Integer[2][2];
                    a[0] = new Integer[0];
                    a[1] = null;
                    return a.length;
                });
        t(
                () -> {
                    A[] a = new B[1];
                    a[0] = new A();
                    return 0;
                });
        t(
                () -> {
                    A a = new A();
                    return (B) a;
                });
        t(
                () -> {
                    Object o = "s";
                    return (Integer) o;
                });
        t(
                () -> {
                    Object o = new int[0];
                    return (long[]) o;
                });
        t(
                () -> {
                    Object o = new String[0];
                    return (Integer[]) o;
                });
        t(
                () -> {
                    Object o = new P[1][1];
                    return (P) o;
                });
        t(
                () -> {
                    Object o = 1;
                    return (Comparable<?>[]) o;
                });
        t(
                () -> {
                    Object o = new ArrayList<String>();
                    return (Runnable) o;
                });
        t(
                () -> {
                    Object o = null;
                    return (Runnable) o;
                });
        t(
                () -> {
                    List<Object> l = new ArrayList<>();
                    l.add(1);
                    @SuppressWarnings({"unchecked", "rawtypes"})
                    List<String> s = (List) l;
                    return s.get(0).length();
                });
        t(() -> new int[-1]);
        t(() -> new String[2][-3]);
        t(() -> new int[Integer.MIN_VALUE][]);
        t(
                () -> {
                    int n = -5;
                    return new long[n];
                });
        t(() -> "abc".charAt(3));
        t(() -> "abc".substring(2, 1));
        t(() -> "abc".substring(-1));
        t(() -> new ArrayList<>().get(0));
        t(() -> new StringBuilder("x").deleteCharAt(4));
        t(
                () -> {
                    System.arraycopy(new int[3], 1, new int[3], 2, 2);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy(new int[3], -1, new int[3], 2, 2);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy(new int[3], 0, new long[3], 0, 1);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy("x", 0, new long[3], 0, 1);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy(new int[1], 0, new Object[3], 0, 1);
                    return 0;
                });
        t(
                () -> {
                    Object[] d = new Integer[3];
                    System.arraycopy(new Object[] {1, 2, "x"}, 0, d, 0, 3);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy(new int[3], 0, new int[3], 0, -1);
                    return 0;
                });
        t(
                () -> {
                    System.arraycopy(null, 0, new int[3], 0, 1);
                    return 0;
                });
        Object[] d = new Integer[3];
        try {
            System.arraycopy(new Object[] {1, 2, "x"}, 0, d, 0, 3);
        } catch (ArrayStoreException e) {
            System.out.println(d[0] + " " + d[1] + " " + d[2]);
        }
        int[] o = {1, 2, 3, 4, 5};
        System.arraycopy(o, 0, o, 1, 4);
        System.out.println(java.util.Arrays.toString(o));
        System.arraycopy(o, 1, o, 0, 4);
        System.out.println(java.util.Arrays.toString(o));
        t(() -> 5 / (o.length - 5));
        t(() -> 5L % (o.length - 5L));
        t(() -> List.of(1, 2).get(2));
        t(() -> List.of(1).iterator().next().getClass());
        t(
                () -> {
                    java.util.Iterator<String> it = new ArrayList<String>().iterator();
                    return it.next();
                });
    }
}
