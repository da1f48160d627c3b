// toString, hashCode and equals that throw inside concatenations and records: the frames between.
import java.util.*;
public class ConcatTraces {
    static class B { public String toString() { throw new RuntimeException("ts"); } }
    record R1(B b) {}
    record R2(B b, int x) {}
    record R3(int x, B b, String s) {}
    record R4(long l, B b, B c, double d) {}
    record R0(String s, B b) {}
    record RA(B b) { public String toString() { return "x" + b; } }
    record RH(H h) {}
    static class H { public int hashCode() { throw new RuntimeException("hc"); } public boolean equals(Object o) {
        throw new RuntimeException("eq"); } }
    record RH2(int x, H h, String s) {}
    record RB(String s, StringBuilder c, List<B> l, B[] a) {}
    static class N { public String toString() { return null; } }
    interface T { Object run() throws Exception; }
    static void t(T r) { try { System.out.println(r.run()); } catch (Throwable e) { e.printStackTrace(System.out); } }
    public static void main(String[] a) {
        B b = new B(); String s = "s"; int i = 3; long l = 4; double d = 1.5; char c = 'c'; boolean z = true; Object o = b; N n = new N();
            StringBuilder sb = new StringBuilder("sb");
        t(() -> "" + b);
        t(() -> "a" + b);
        t(() -> b + "a");
        t(() -> "a" + b + "c");
        t(() -> s + b);
        t(() -> b + s);
        t(() -> i + s + b);
        t(() -> b + s + i);
        t(() -> "" + b + b);
        t(() -> s + b + s + i);
        t(() -> "q" + i + b + l + d + c + z);
        t(() -> { String q = "x"; q += b; return q; });
        t(() -> "a" + i + "b" + b + "c" + s + "d" + l);
        t(() -> o + "" + i);
        t(() -> "n" + n + n);
        t(() -> "" + n);
        t(() -> n + s);
        t(() -> "" + sb + null + c);
        t(() -> s + sb);
        t(() -> { Object x = List.of(b); return "l" + x; });
        t(() -> new StringBuilder().append(b));
        t(() -> String.join(",", sb, s));
        t(() -> "z" + (char) 65 + (byte) 3 + 1f + i + i + i + i + i + i + i + i + b);
        
        t(() -> new R2(b, 1).toString());
        t(() -> new R3(1, b, "s").toString());
        t(() -> new R4(1, b, b, 2).toString());
        t(() -> new R0("s", b).toString());
        t(() -> new RA(b).toString());
        t(() -> new RH(new H()).hashCode());
        t(() -> new RH2(1, new H(), "s").hashCode());
        t(() -> new RH(new H()).equals(new RH(new H())));
        t(() -> new RH2(1, new H(), "s").equals(new RH2(1, new H(), "t")));
        t(() -> new RB("s", sb, List.of(b), null));
        t(() -> new RB("s", sb, List.of(), null));
        
        t(() -> List.of(new R2(b, 1)) + ""); 
    }
}
