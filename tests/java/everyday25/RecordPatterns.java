// Record deconstruction: nested, generic, var, in instanceof and switch, unnamed patterns and
// variables.
import java.util.*;

public class RecordPatterns {
    record P(int x, int y) {}

    record L(P a, P b) {}

    record Box<T>(T t) {}

    record W(byte b, long l, double d, char c, boolean z, String s) {}

    sealed interface T<V> {}

    record Leaf<V>(V v) implements T<V> {}

    record Node<V>(T<V> l, T<V> r) implements T<V> {}

    static <V> int size(T<V> t) {
        return switch (t) {
            case Leaf<V>(_) -> 1;
            case Node<V>(var l, var r) -> size(l) + size(r);
        };
    }

    static String f(Object o) {
        return switch (o) {
            case L(P(var a, _), P(_, int b)) when a == b -> "diag" + a;
            case L(P a, P(int x, int y)) -> a + ":" + (x + y);
            case Box<?>(Box<?>(String s)) -> "bb" + s;
            case Box<?>(Integer i) when i > 10 -> "big";
            case Box<?>(var v) -> "box" + v;
            case W(byte b, long l, double d, char c, boolean z, String s) ->
                    "" + b + l + d + c + z + s;
            case null -> "null!";
            default -> o.getClass().getSimpleName();
        };
    }

    public static void main(String[] args) {
        for (Object o :
                new Object[] {
                    new L(new P(1, 2), new P(3, 1)),
                    new L(new P(1, 2), new P(3, 4)),
                    new Box<>(new Box<>("q")),
                    new Box<>(11),
                    new Box<>(null),
                    new W((byte) 1, 2L, 3.0, 'c', true, "s"),
                    null,
                    5
                }) System.out.println(f(o));
        System.out.println(
                size(new Node<>(new Leaf<>(1), new Node<>(new Leaf<>(2), new Leaf<>(3)))));
        Object o = new Box<>(new P(3, 4));
        if (o instanceof Box<?>(P(int x, int y)) && x < y) System.out.println(x * y);
        if (!(o instanceof Box<?>(var v))) throw new AssertionError();
        System.out.println(v);
        record Bad(int i) {
            public int i() {
                throw new IllegalStateException("accessor");
            }
        }
        try {
            if ((Object) new Bad(1) instanceof Bad(int i)) System.out.println(i);
        } catch (MatchException e) {
            System.out.println(e.getMessage() + e.getCause());
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            System.out.println("unnamed");
        }
        int n = 0;
        for (var _ : List.of(1, 2, 3)) n++;
        System.out.println(n);
        Map<String, Integer> m = new TreeMap<>();
        m.computeIfAbsent("k", _ -> 4);
        System.out.println(m);
    }
}
