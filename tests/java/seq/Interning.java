// Identity of literals, constants, computed and interned strings; wrapper caches.
public class Interning {
    static final String C = "con" + "stant";
    static final String D = new String("constant");
    static final int N = 3;

    interface K {
        String S = "constant";
    }

    public static void main(String[] args) throws Exception {
        String dyn = "con" + new String("stant");
        final String half = "con";
        String nonFinal = "con";
        System.out.println(
                (C == "constant")
                        + " "
                        + (D == C)
                        + " "
                        + (D.intern() == C)
                        + " "
                        + (dyn == C)
                        + " "
                        + (dyn.intern() == C)
                        + " "
                        + (half + "stant" == C)
                        + " "
                        + (nonFinal + "stant" == C)
                        + " "
                        + (K.S == C)
                        + " "
                        + (("c" + N) == "c3"));
        System.out.println(C == Interning.class.getDeclaredField("C").get(null));
        String fresh =
                new StringBuilder("never").append("SeenBefore").append(args.length).toString();
        System.out.println(
                (fresh.intern() == fresh)
                        + " "
                        + (fresh == "neverSeenBefore0")
                        + " "
                        + ("neverSeenBefore" + 0 == fresh.intern()));
        System.out.println(
                (Interning.class.getName() == "Interning")
                        + " "
                        + (String.valueOf(1) == "1")
                        + " "
                        + ("a".substring(0) == "a")
                        + " "
                        + ("ab".substring(1) == "b")
                        + " "
                        + ("x".concat("") == "x")
                        + " "
                        + ("q".trim() == "q")
                        + " "
                        + ("A".toLowerCase() == "a")
                        + " "
                        + ("a".toLowerCase() == "a")
                        + " "
                        + ("a".replace('b', 'c') == "a")
                        + " "
                        + ("".repeat(5) == "")
                        + " "
                        + ("z".toString() == "z"));
        Integer a = 127, b = 127, c = 128, d = 128, e = -128, f = -128;
        Long l = 127L, m = 127L, n = 128L, o = 128L;
        Character p = '\u007f', q = '\u007f', r = '\u0080', s = '\u0080';
        Boolean t = true, u = Boolean.valueOf("true");
        Byte v = (byte) 200, w = (byte) 200;
        Short x = 100, y = 100;
        Double g = 1.0, h = 1.0;
        System.out.println(
                (a == b) + " " + (c == d) + " " + (e == f) + " " + (l == m) + " " + (n == o) + " "
                        + (p == q) + " " + (r == s) + " " + (t == u) + " " + (v == w) + " "
                        + (x == y) + " " + (g == h));
        System.out.println(
                (Integer.valueOf(5) == (Object) Integer.valueOf("5"))
                        + " "
                        + (new Integer(5) == new Integer(5))
                        + " "
                        + (Boolean.TRUE == (Object) new Boolean(true))
                        + " "
                        + c.equals(d)
                        + " "
                        + c.equals(128L)
                        + " "
                        + a.compareTo(c)
                        + " "
                        + (c <= d && c >= d && c != d));
        System.out.println(
                (int[].class == int[].class)
                        + " "
                        + (new int[0].getClass() == Class.forName("[I"))
                        + " "
                        + (String.class == "x".getClass())
                        + " "
                        + (int.class == Integer.TYPE)
                        + " "
                        + (int.class == (Object) Integer.class));
        Enum<?> en = Thread.State.NEW;
        System.out.println(en == Thread.State.valueOf("NEW"));
    }
}
