// Sealed hierarchies, instanceof patterns, switch expressions, yield, text blocks, var.
import java.util.*;

public class Sealed {
    sealed interface Ex permits Num, Add, Mul, Neg {}

    record Num(int v) implements Ex {}

    record Add(Ex l, Ex r) implements Ex {}

    record Mul(Ex l, Ex r) implements Ex {}

    static non-sealed class Neg implements Ex {
        final Ex e;

        Neg(Ex e) {
            this.e = e;
        }
    }

    static class Neg2 extends Neg {
        Neg2(Ex e) {
            super(e);
        }
    }

    enum Lvl {
        LOW,
        MID,
        HIGH
    }

    static int eval(Ex e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a && a.l() instanceof Num x) return x.v() + eval(a.r());
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
        if (!(e instanceof Neg n)) throw new AssertionError();
        return -eval(n.e);
    }

    static String sw(Object o) {
        int k = o instanceof Integer i && i > 10 ? i : -1;
        return switch (k) {
            case -1 -> "none";
            case 11, 12 -> {
                String s = "small";
                yield s + k;
            }
            default -> {
                if (k > 100) yield "huge";
                yield "big";
            }
        };
    }

    static int lvl(Lvl l) {
        return switch (l) {
            case LOW -> 1;
            case MID -> 5;
            case HIGH -> {
                try {
                    yield Integer.parseInt("x");
                } catch (NumberFormatException e) {
                    yield 9;
                } finally {
                    System.out.print("fin ");
                }
            }
        };
    }

    static long days(String m) {
        return switch (m) {
            case "feb":
                yield 28;
            case "apr":
            case "jun":
                yield 30L;
            default:
                yield 31;
        };
    }

    public static void main(String[] args) {
        Ex e = new Add(new Mul(new Num(6), new Num(7)), new Neg2(new Add(new Num(1), new Num(-3))));
        System.out.println(
                eval(e)
                        + " "
                        + e.toString().startsWith("Add[l=Mul[l=Num[v=6], r=Num[v=7]]")
                        + " "
                        + Ex.class.isSealed()
                        + " "
                        + Ex.class.getPermittedSubclasses().length);
        for (Object o : new Object[] {1, 11, 12, 50, 500, "x", null}) System.out.print(sw(o) + " ");
        System.out.println(
                lvl(Lvl.LOW)
                        + lvl(Lvl.MID)
                        + lvl(Lvl.HIGH)
                        + " "
                        + days("feb")
                        + days("jun")
                        + days("jan"));
        String t =
                """
                Hello,
                  "World" \
                joined
                tab\there \u0041 trailing\s\s
                end""";
        System.out.println(
                t
                        + "|"
                        + t.length()
                        + """
                          """
                                .isEmpty());
        var list = new ArrayList<Map<String, ? extends Number>>();
        list.add(Map.of("a", 1));
        for (var x : list)
            for (var en : x.entrySet())
                System.out.println(en.getKey() + en.getValue().doubleValue());
        Object o = "pattern";
        boolean r = o instanceof String s && s.length() > 3 && !s.isEmpty() || o == null;
        System.out.println(r);
        while (!(o instanceof Integer n)) o = ((String) o).length();
        System.out.println(n + 1);
    }
}
