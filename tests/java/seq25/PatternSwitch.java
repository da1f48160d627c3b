// Pattern matching for switch, record deconstruction, guards, null, sealed exhaustiveness, unnamed
// variables.
import java.util.*;

public class PatternSwitch {
    sealed interface S permits Circle, Rect, Tri {}

    record Circle(double r) implements S {}

    record Rect(int w, int h) implements S {}

    record Tri(Pt a, Pt b, Pt c) implements S {}

    record Pt(int x, int y) {}

    record Box<T>(T v) {}

    enum Dir {
        N,
        E,
        S,
        W
    }

    static String f(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.length() > 3 -> "long string " + s;
            case String s -> "str " + s;
            case Dir d when d == Dir.N -> "north";
            case Dir _ -> "some dir";
            case int[] a -> "ints " + a.length;
            case Circle(var r) -> "circle " + r;
            case Rect(int w, int h) when w == h -> "square " + w;
            case Rect(int w, _) -> "rect " + w;
            case Tri(Pt(var x, _), Pt(_, var y), Pt p) -> "tri " + x + y + p;
            case Box(Box(String s)) -> "box box " + s;
            case Box(var v) -> "box " + v;
            case List<?> l -> "list " + l.size();
            case Class<?> c -> "class " + c.getSimpleName();
            default -> o.getClass().getName();
        };
    }

    static double area(S s) {
        return switch (s) {
            case Circle c -> c.r() * c.r() * 3;
            case Rect(var w, var h) -> w * h;
            case Tri t -> 0;
        };
    }

    static int dirs(Dir d) {
        return switch (d) {
            case N, S -> 1;
            case E -> 2;
            case W -> 3;
        };
    }

    static String mixed(CharSequence c) {
        switch (c) {
            case String s when s.equals("exact") -> {
                return "const";
            }
            case String s when s.isEmpty() -> {
                return "empty";
            }
            case String s -> {
                return "s:" + s;
            }
            case StringBuilder sb -> {
                return "sb:" + sb;
            }
            default -> {
                return "other";
            }
        }
    }

    static String q(S s) {
        return switch (s) {
            case Rect r when r.w() > 5 -> {
                int k = r.w();
                yield "wide" + k;
            }
            case Rect r -> "r";
            case Circle _, Tri _ -> "no rect";
        };
    }

    record Evil(int x) {
        public int x() {
            throw new IllegalStateException("accessor");
        }
    }

    public static void main(String[] args) {
        Object[] all = {
            null,
            5,
            500,
            7L,
            "ab",
            "abcdef",
            Dir.N,
            Dir.W,
            new int[3],
            new Circle(2),
            new Rect(3, 3),
            new Rect(3, 4),
            new Tri(new Pt(1, 2), new Pt(3, 4), new Pt(5, 6)),
            new Box<>(new Box<>("in")),
            new Box<>(new Box<>(3)),
            new Box<>(null),
            List.of(1),
            String.class,
            2.5
        };
        for (Object o : all) System.out.println(f(o));
        System.out.println(
                area(new Circle(2))
                        + area(new Rect(2, 3))
                        + " "
                        + dirs(Dir.E)
                        + mixed("exact")
                        + mixed("")
                        + mixed("z")
                        + mixed(new StringBuilder("q"))
                        + q(new Rect(9, 1))
                        + q(new Rect(1, 1))
                        + q(new Circle(1)));
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        Object e = new Evil(1);
        try {
            if (e instanceof Evil(int x)) System.out.println(x);
        } catch (MatchException m) {
            System.out.println(m.getMessage() + " / " + m.getCause());
        }
        if (all[11] instanceof Rect(int a, int b) && a < b) System.out.println(a + b);
        int n = 0;
        for (Object _ : all) n++;
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            n += 100;
        }
        System.out.println(n);
    }
}
