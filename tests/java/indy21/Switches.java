// verdict: runs; output as java's (JDK 21 or later). Pattern switches.
import java.util.*;

public class Switches {
    sealed interface Shape permits Circle, Square, Rect {}

    record Circle(double r) implements Shape {}

    record Square(int s) implements Shape {}

    record Rect(int w, int h) implements Shape {}

    enum E {
        A,
        B,
        C;

        static {
            System.out.println("E initialized");
        }
    }

    enum F {
        A {
            int v() {
                return 1;
            }
        },
        X;

        int v() {
            return 0;
        }
    }

    sealed interface I permits G, H {}

    enum G implements I {
        P,
        Q
    }

    enum H implements I {
        P,
        R
    }

    static String obj(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.length() > 3 -> "long " + s;
            case String s -> "str " + s;
            case E e when e == E.B -> "E.B";
            case E e -> "E " + e.ordinal();
            case int[] a -> "ints " + a.length;
            case Object[] a -> "objs " + a.length;
            case List<?> l when l.isEmpty() -> "empty list";
            case Collection<?> c -> "coll " + c.size();
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static double area(Shape s) {
        return switch (s) {
            case Circle(double r) -> r * r;
            case Square(int q) -> q * q;
            case Rect(int w, int h) when w == h -> -1;
            case Rect(int w, int h) -> w * h;
        };
    }

    static String en(E e) {
        return switch (e) {
            case A -> "a";
            case E x when x == E.B -> "guarded b";
            case B -> "b";
            case C -> "c";
        };
    }

    static String fn(F f) {
        return switch (f) {
            case null -> "nul";
            case A -> "A" + f.v();
            case X -> "X" + f.v();
        };
    }

    static String qual(I i) {
        return switch (i) {
            case G.P -> "gp";
            case G.Q -> "gq";
            case H.P -> "hp";
            case H.R -> "hr";
        };
    }

    static String str(CharSequence c) {
        return switch (c) {
            case String s when s.isEmpty() -> "empty";
            case String s -> s;
            case StringBuilder b -> "sb" + b;
            default -> "cs";
        };
    }

    static String mixed(String s) {
        return switch (s) {
            case "one" -> "1";
            case "two" -> "2";
            case String x when x.startsWith("t") -> "t*";
            case "three" -> "3";
            case String x -> "?" + x;
        };
    }

    static String boxed(Integer i) {
        return switch (i) {
            case 1 -> "one";
            case 2 -> "two";
            case Integer j when j < 0 -> "neg";
            case Integer j -> "j" + j;
        };
    }

    static String ch(Character c) {
        return switch (c) {
            case 'a' -> "A";
            case Character x when x > 'm' -> ">m";
            case Character x -> "x" + x;
        };
    }

    record P(Object a, Object b) {}

    static String nested(Object o) {
        return switch (o) {
            case P(String a, Integer b) -> a + b;
            case P(Integer a, P(var x, var y)) -> "n" + a + x + y;
            case P(var a, var b) -> "p";
            default -> "d";
        };
    }

    public static void main(String[] args) {
        for (Object o :
                new Object[] {
                    null,
                    5,
                    50,
                    "ab",
                    "abcd",
                    new int[2],
                    new String[3],
                    List.of(),
                    List.of(1),
                    Set.of(2),
                    'c',
                    2.0,
                    new Object()
                }) System.out.println(obj(o));
        System.out.println("before E");
        System.out.println(obj(E.A) + obj(E.B));
        System.out.println(
                area(new Circle(2))
                        + " "
                        + area(new Square(3))
                        + " "
                        + area(new Rect(2, 2))
                        + " "
                        + area(new Rect(2, 3)));
        for (E e : E.values()) System.out.println(en(e));
        System.out.println(fn(F.A) + fn(F.X) + fn(null));
        System.out.println(qual(G.P) + qual(G.Q) + qual(H.P) + qual(H.R));
        System.out.println(
                str("") + str("s") + str(new StringBuilder("q")) + str(new StringBuffer()));
        System.out.println(
                mixed("one") + mixed("two") + mixed("three") + mixed("ten") + mixed("x"));
        System.out.println(boxed(1) + boxed(2) + boxed(-4) + boxed(9));
        System.out.println(ch('a') + ch('z') + ch('b'));
        System.out.println(
                nested(new P("a", 1))
                        + nested(new P(1, new P(2, 3)))
                        + nested(new P(1, 2))
                        + nested(4));
        try {
            en(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            obj(new Object() {});
            boxed(null);
        } catch (NullPointerException e) {
            System.out.println("npe2");
        }
    }
}
