// Overload resolution, boxing and variable arity.
public class VarArgs {
    static String f(int x) {
        return "int";
    }

    static String f(long x) {
        return "long";
    }

    static String f(Integer x) {
        return "Integer";
    }

    static String f(Object x) {
        return "Object";
    }

    static String f(int... x) {
        return "int..." + x.length;
    }

    static String g(Object... x) {
        return x == null ? "null" : "Object..." + x.length;
    }

    static String g(String a, Object... x) {
        return "String,Object..." + x.length;
    }

    static String h(long a, int b) {
        return "long,int";
    }

    static String h(int a, long b) {
        return "int,long";
    }

    static String k(double d) {
        return "double " + d;
    }

    static String k(float d) {
        return "float " + d;
    }

    static String m(char c) {
        return "char";
    }

    static String m(int c) {
        return "int";
    }

    static int sum(int first, int... rest) {
        int s = first;
        for (int r : rest) s += r;
        return s;
    }

    static String fmt(String p, Object... a) {
        return p + java.util.Arrays.toString(a);
    }

    public static void main(String[] args) {
        byte b = 1;
        short s = 1;
        char c = 'c';
        long l = 1;
        Integer boxed = 5;
        System.out.println(
                f(b)
                        + f(s)
                        + f(c)
                        + f(1)
                        + f(l)
                        + f(boxed)
                        + f("x")
                        + f(1.0)
                        + f()
                        + f(1, 2)
                        + f((Object) null));
        System.out.println(
                g()
                        + g(1)
                        + g("a")
                        + g("a", "b")
                        + g((Object[]) null)
                        + g((Object) null)
                        + g(new int[] {1, 2})
                        + g(new Integer[] {1, 2})
                        + g((Object) new Integer[] {1}));
        System.out.println(
                h(1, 1L)
                        + h(1L, 1)
                        + k(1)
                        + k(1L)
                        + k(1.5f)
                        + k(16777217)
                        + m('a')
                        + m('a' + 1)
                        + m((char) 98)
                        + m(b));
        System.out.println(
                sum(1)
                        + sum(1, 2, 3)
                        + sum(1, new int[] {5, 5})
                        + fmt("p", 1, 'c', 2.5, null, true)
                        + fmt("q"));
        Integer i1 = 127, i2 = 127, i3 = 128, i4 = 128;
        Long l1 = 127L;
        System.out.println(
                (i1 == i2)
                        + " "
                        + (i3 == i4)
                        + " "
                        + i3.equals(i4)
                        + " "
                        + l1.equals(127)
                        + " "
                        + (l1 == 127)
                        + " "
                        + new Object[] {1}.equals(1));
        int t = true ? 1 : 'a';
        Object o = true ? 1 : 2.0;
        Object o2 = true ? (Object) 1 : 2.0;
        char ch = 'x';
        System.out.println(
                t
                        + " "
                        + o
                        + " "
                        + o2
                        + " "
                        + (false ? 0 : ch)
                        + " "
                        + (false ? t : ch)
                        + " "
                        + (true ? null : 0));
        boxed++;
        boxed += boxed;
        Character cc = 'a';
        cc++;
        System.out.println(boxed + " " + cc + " " + (char) (cc + 1) + " " + (cc + 1));
    }
}
