// instanceof patterns, switch expressions, text in arrows, yields, sealed hierarchies, local
// records, enums and interfaces.
import java.util.*;

public class PatternsSeventeen {
    sealed interface Expr permits Num, Add, Mul, Neg {}

    record Num(int v) implements Expr {}

    record Add(Expr l, Expr r) implements Expr {}

    record Mul(Expr l, Expr r) implements Expr {}

    record Neg(Expr e) implements Expr {}

    static int eval(Expr e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m && m.l() instanceof Num z && z.v() == 0) return 0;
        if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
        return -eval(((Neg) e).e());
    }

    static String days(int m) {
        return switch (m) {
            case 2 -> "28";
            case 4, 6, 9, 11 -> {
                String s = "3";
                yield s + 0;
            }
            default -> {
                if (m > 12) throw new IllegalArgumentException("m" + m);
                yield "31";
            }
        };
    }

    static int str(String s) {
        return switch (s) {
            case "Aa", "BB" -> 1;
            case "C" -> 2;
            case "" -> 3;
            default -> s.length() > 3 ? 4 : 5;
        };
    }

    static boolean neg(Object o) {
        if (!(o instanceof String s)) return false;
        return s.isEmpty();
    }

    public static void main(String[] args) {
        System.out.println(
                eval(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4)))))
                        + " "
                        + eval(new Mul(new Num(0), null))
                        + " "
                        + Expr.class.isSealed()
                        + Arrays.toString(Expr.class.getPermittedSubclasses()));
        System.out.println(days(1) + days(2) + days(4));
        try {
            days(13);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                str("Aa")
                        + ""
                        + str("BB")
                        + str("C")
                        + str("")
                        + str("long")
                        + str("x")
                        + neg("")
                        + neg(1));
        record Pt(int x, int y) {
            Pt {
                if (x < 0) x = 0;
            }

            static Pt origin() {
                return new Pt(0, 0);
            }

            double dist() {
                return Math.sqrt(x * x + y * y);
            }
        }
        enum Lc {
            P,
            Q
        }
        interface Li {
            int f();
        }
        Li li = () -> Lc.values().length;
        System.out.println(new Pt(-3, 4).dist() + " " + Pt.origin() + li.f());
        var list = new ArrayList<Map<String, ? super Integer>>();
        list.add(Map.of("k", 1));
        for (var m : list) for (var e : m.entrySet()) System.out.println(e.getKey() + e.getValue());
        Object o = 5;
        String d =
                o instanceof Integer i && i > 3 ? "big" + i : o instanceof String s ? s : "other";
        System.out.println(d);
        int x =
                switch (Lc.valueOf("Q")) {
                    case P -> 1;
                    case Q -> {
                        try {
                            yield Integer.parseInt("zz");
                        } catch (NumberFormatException e) {
                            yield -2;
                        } finally {
                            System.out.print("fin ");
                        }
                    }
                };
        System.out.println(x);
        outer:
        for (int i = 0; i < 3; i++)
            for (int j = 0; ; j++) {
                if (j == 2) continue outer;
                if (i == 2) break outer;
                System.out.print(i * 10 + j + " ");
            }
        System.out.println();
        class Cnt {
            static int n;
        }
        Cnt.n += 3;
        System.out.println(Cnt.n);
    }
}
