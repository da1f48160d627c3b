// Record patterns: nested, generic, guarded, in instanceof and switch, var, null components, accessors
// that throw, sealed exhaustiveness, MatchException.
import java.util.*;
import java.util.function.*;

public class RecordDeconstruct {
    sealed interface Expr permits Num, Add, Mul, Neg, Var {}
    record Num(double v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    record Var(String name) implements Expr {}
    record Box<T>(T t) {}
    record Pair<A, B>(A a, B b) {}
    record Prims(int i, long l, char c, boolean z, byte b) {}
    record Evil(int x) {
        public int x() {
            if (x < 0) throw new IllegalStateException("accessor");
            return x * 10;
        }
    }
    enum Suit {
        CLUBS,
        HEARTS;
        enum In { X }
    }
    sealed interface Card permits Face, Plain {}
    enum Face implements Card { KING, QUEEN }
    record Plain(int n, Suit s) implements Card {}
    static Expr simplify(Expr e) {
        return switch (e) {
            case Add(Num(var a), Num(var b)) -> new Num(a + b);
            case Add(Expr l, Num(double z)) when z == 0 -> simplify(l);
            case Add(var l, var r) when l.equals(r) -> simplify(new Mul(new Num(2), l));
            case Mul(Num(double z), var __) when z == 0 -> new Num(0);
            case Mul(Num(double o), Expr r) when o == 1 -> simplify(r);
            case Mul(Num n, Mul(Num m, Expr r)) -> simplify(new Mul(new Num(n.v() * m.v()), r));
            case Neg(Neg(var inner)) -> simplify(inner);
            case Neg(Num(var v)) -> new Num(-v);
            case Add(Expr l, Expr r) -> new Add(simplify(l), simplify(r));
            case Mul(Expr l, Expr r) -> new Mul(simplify(l), simplify(r));
            case Neg n -> n;
            case Num n -> n;
            case Var v -> v;
        };
    }
    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Box<?>(String s) when s.length() > 3 -> "long box " + s;
            case Box<?>(String s) -> "box " + s;
            case Box<?>(Box<?>(Integer i)) -> "nested " + (i + 1);
            case Box<?>(var x) -> "other " + x;
            case Pair<?, ?>(Integer i, Integer j) when i > j -> "desc";
            case Pair<?, ?>(Integer i, Long j) -> "mixed " + (i + j);
            case Pair<?, ?>(Pair<?, ?>(var a, var b), Box<?>(var c)) -> "deep" + a + b + c;
            case Pair<?, ?> p -> "pair " + p;
            case Prims(int i, long l, char c, boolean z, byte b) when z -> "prims " + (i + l + c + b);
            case int[] a when a.length > 2 -> "ints " + a[2];
            case Object[] a -> "objects " + a.length;
            case Suit.In in -> "in " + in;
            case Suit s when s == Suit.HEARTS -> "hearts";
            case Suit s -> "suit " + s.ordinal();
            case Character c -> "char " + (char) (c + 1);
            case CharSequence s -> "chars " + s.length();
            case Number n when n.intValue() % 2 == 0 -> "even " + n;
            case Integer i -> "odd int " + i;
            case Runnable r -> {
                r.run();
                yield "ran";
            }
            default -> o.getClass().getSimpleName();
        };
    }
    static int cards(Card c) {
        return switch (c) {
            case Face.KING -> 13;
            case Face.QUEEN -> 12;
            case Plain(int n, Suit s) when s == Suit.HEARTS -> n * 2;
            case Plain(int n, var s) -> n;
        };
    }
    static String strings(String s) {
        return switch (s) {
            case "Aa", "BB" -> "collide";
            case String t when t.startsWith("A") -> "A.." + t;
            case null, default -> "none";
        };
    }
    static String enums(Suit s) {
        return switch (s) {
            case CLUBS -> "c";
            case Suit x when x.name().length() > 9 -> "?";
            case HEARTS -> "h";
        };
    }
    static <T extends Comparable<T>> T max(Pair<T, T> p) {
        return p instanceof Pair<T, T>(T a, T b) && a.compareTo(b) > 0 ? a : p.b();
    }
    public static void main(String[] args) {
        Expr x = new Var("x");
        System.out.println(simplify(new Add(new Mul(new Num(1), x), new Num(0))) + " " + simplify(new Add(x, x)) + " "
                           + simplify(new Mul(new Num(2), new Mul(new Num(3), new Neg(new Neg(x)))))
                           + simplify(new Neg(new Num(0))));
        for (Object o : new Object[] {null, new Box<>("abc"), new Box<>("abcd"), new Box<>(new Box<>(4)),
                 new Box<>(null), new Box<>(new Box<>(null)), new Pair<>(3, 2), new Pair<>(3, 2L), new Pair<>(2, 3),
                 new Pair<>(new Pair<>(1, null), new Box<>('c')), new Prims(1, 2L, 'c', true, (byte) -1),
                 new Prims(0, 0, 'a', false, (byte) 0), new int[] {1, 2, 3}, new int[2], new String[4], Suit.In.X,
                 Suit.HEARTS, Suit.CLUBS, 'p', new StringBuilder("sb"), 4.5, 7, 8L,
                 (Runnable) () -> System.out.print("run "), new Object(), new long[0][0]})
            System.out.print(kind(o) + "; ");
        System.out.println();
        System.out.println(cards(Face.KING) + cards(Face.QUEEN) + cards(new Plain(3, Suit.HEARTS))
                           + cards(new Plain(3, null)) + strings("BB") + strings("Az") + strings(null) + strings("q")
                           + enums(Suit.HEARTS) + max(new Pair<>("b", "a")));
        try {
            if ((Object) new Evil(-1) instanceof Evil(int v)) System.out.println(v);
        } catch (MatchException e) { System.out.println(e.getMessage() + " / " + e.getCause()); }
        if ((Object) new Evil(3) instanceof Evil(var v) && v > 20) System.out.println("evil " + v);
        if (!((Object) new Pair<>("p", 5) instanceof Pair<?, ?>(String s, Integer i))) throw new Error();
        System.out.println(s + i);
        try {
            enums(null);
        } catch (NullPointerException e) { System.out.println("npe " + e.getMessage()); }
        try {
            cards(null);
        } catch (NullPointerException e) { System.out.println("npe"); }
        for (Object o : List.of(new Pair<>(1, "a"), new Pair<>("b", 2), new Box<>(3))) {
            if (o instanceof Pair<?, ?>(Integer n, String t)) {
                System.out.print(n + t + " ");
                continue;
            }
            if (o instanceof Box<?>(Integer n) && n == 3 || o instanceof Pair<?, ?>(var q, Integer n2) && n2 == 2)
                System.out.print("second ");
        }
        System.out.println();
    }
}
