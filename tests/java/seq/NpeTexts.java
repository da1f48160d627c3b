// The helpful NullPointerException texts (JEP 358), every kind of action and of description.
public class NpeTexts {
    int f; long lf; NpeTexts next; int[] arr; NpeTexts[] many; String name;
    static NpeTexts st; static int[][] sarr; static String[] words;
    NpeTexts me() { return next; }
    static NpeTexts make(int a, String b) { return null; }
    void call() { }
    interface Act { void run() throws Exception; }
    static void t(Act a) {
        try {
            a.run();
            System.out.println("nothing");
        } catch (Exception e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    static void throwNull(boolean b) { RuntimeException e = b ? null : new RuntimeException(); throw e; }
    static int at(int[] a, int i) { return a[i]; }
    static void all(NpeTexts p, int[] ia, long[] la, Object o, String[] sa, int i, int[][][] deep) {
        t(() -> System.out.println(p.f));
        t(() -> p.f = 3);
        t(() -> p.lf++);
    }
    public static void main(String[] args) {
        all(null, null, null, null, null, 3, null);
        t(() -> { NpeTexts p = null; p.f = 1; });
        t(() -> { NpeTexts p = null; p.call(); });
        t(() -> { NpeTexts p = new NpeTexts(); p.next.next.f = 1; });
        t(() -> { NpeTexts p = new NpeTexts(); p.next.call(); });
        t(() -> { NpeTexts p = new NpeTexts(); p.me().call(); });
        t(() -> { NpeTexts p = new NpeTexts(); p.me().me().me(); });
        t(() -> { int[] a = null; a[0] = 1; });
        t(() -> { int[] a = null; int i = 2; a[i]++; });
        t(() -> { byte[] a = null; a[0] = 1; });
        t(() -> { boolean[] a = null; System.out.println(a[1]); });
        t(() -> { char[] a = null; a[0] = 'c'; });
        t(() -> { short[] a = null; a[0] = 1; });
        t(() -> { long[] a = null; System.out.println(a[0]); });
        t(() -> { float[] a = null; a[5] = 1; });
        t(() -> { double[] a = null; System.out.println(a[100000]); });
        t(() -> { Object[] a = null; a[0] = null; });
        t(() -> { Object[] a = null; System.out.println(a[-1]); });
        t(() -> { Object[] a = null; System.out.println(a.length); });
        t(() -> st.call());
        t(() -> st.f = 4);
        t(() -> sarr[1][2] = 5);
        t(() -> { sarr = new int[3][]; int j = 1; sarr[j][j + 1] = 5; });
        t(() -> { sarr = new int[3][]; System.out.println(sarr[2].length); });
        t(() -> System.out.println(words[0]));
        t(() -> { words = new String[2]; words[1].length(); });
        t(() -> make(1, "x").call());
        t(() -> make(1, "x").next = null);
        t(() -> { new NpeTexts().many[3].many[4].call(); });
        t(() -> { NpeTexts p = new NpeTexts(); p.many = new NpeTexts[5]; int k = 2; p.many[k * 2].call(); });
        t(() -> { NpeTexts p = new NpeTexts(); System.out.println(p.arr[p.f]); });
        t(() -> { Object o = null; synchronized (o) { o.hashCode(); } });
        t(() -> throwNull(true));
        t(() -> at(null, 7));
        t(() -> { Integer x = null; int y = x; });
        t(() -> { Long x = null; long y = x + 1; });
        t(() -> { String s = null; s.concat("x"); });
        t(() -> { String s = null; switch (s) { case "a": break; } });
        t(() -> ((String) (Object) null).length());
        t(() -> { Runnable r = null; r.run(); });
        t(() -> { int[][] m = new int[2][]; m[1][0]++; });
        t(() -> { throw new NullPointerException(); });
        t(() -> { throw new NullPointerException("own text"); });
        t(() -> java.util.Objects.requireNonNull(null));
        t(() -> java.util.Objects.requireNonNull(null, "msg"));
        t(() -> { for (String s : (java.util.List<String>) null) System.out.println(s); });
        t(() -> { for (int v : (int[]) null) System.out.println(v); });
        t(() -> { Thread.State e = null; switch (e) { case NEW: break; default: } });
        NpeTexts self = null;
        System.out.println(self.next.name);
    }
}
