// Sealed hierarchies and instanceof patterns: scopes, negation, conditions, generic patterns,
// permitted subclasses by reflection.
import java.util.*;

public class SealedShapes {
    sealed interface Shape permits Circle, Square, Poly {}

    record Circle(double r) implements Shape {}

    record Square(double a) implements Shape {}

    abstract static sealed class Poly implements Shape {
        abstract int sides();
    }

    static final class Tri extends Poly {
        int sides() {
            return 3;
        }
    }

    static non-sealed class Free extends Poly {
        int sides() {
            return 9;
        }
    }

    static class Freer extends Free {
        int sides() {
            return 10;
        }
    }

    static double area(Shape s) {
        if (s instanceof Circle c && c.r() > 0)
            return Math.round(c.r() * c.r() * Math.PI * 100) / 100.0;
        if (!(s instanceof Square q)) {
            return s instanceof Poly p ? -p.sides() : 0;
        }
        return q.a() * q.a();
    }

    static String kind(Object o) {
        while (!(o instanceof String s)) {
            if (o instanceof List<?> l && !l.isEmpty()) o = l.get(0);
            else if (o instanceof Integer i) o = "i" + (i + 1);
            else if (o instanceof int[] a && a.length > 1) o = List.of(a[1]);
            else return "none " + (o == null);
        }
        return s.toUpperCase();
    }

    static boolean same(Object a, Object b) {
        return a instanceof Integer x && b instanceof Integer y
                ? x.intValue() == y
                : a instanceof Number n
                        && b instanceof Number m
                        && n.doubleValue() == m.doubleValue();
    }

    String s = "field";

    String shadow(Object o) {
        if (o instanceof String s) return s;
        else return s;
    }

    public static void main(String[] args) {
        for (Shape s :
                new Shape[] {new Circle(2), new Circle(-1), new Square(3), new Tri(), new Freer()})
            System.out.print(area(s) + " ");
        System.out.println();
        System.out.println(
                kind(List.of(List.of(4)))
                        + kind(new int[] {1, 7})
                        + kind("abc")
                        + kind(null)
                        + kind(List.of())
                        + kind(3.0));
        System.out.println(
                same(1000, 1000)
                        + " "
                        + same(1, 1.0)
                        + " "
                        + same(1, "1")
                        + " "
                        + new SealedShapes().shadow("p")
                        + new SealedShapes().shadow(1));
        System.out.println(
                Arrays.stream(Shape.class.getPermittedSubclasses())
                                .map(Class::getSimpleName)
                                .toList()
                        + " "
                        + Poly.class.isSealed()
                        + Free.class.isSealed()
                        + " "
                        + Arrays.toString(Free.class.getPermittedSubclasses()));
    }
}
