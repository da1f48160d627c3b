// Pattern switches: guards, dominance, sealed exhaustiveness, enums mixed with types, strings and
// boxed constants, null handling.
import java.util.*;

public class SwitchGuards {
    sealed interface S permits A, B, E {}

    record A(int v) implements S {}

    record B(String s) implements S {}

    enum E implements S {
        X,
        Y
    }

    enum F {
        P,
        Q,
        R
    }

    static String s(S s) {
        return switch (s) {
            case A(int v) when v > 5 -> "A>5";
            case A a -> "A" + a.v();
            case B(var t) -> t;
            case E.X -> "X!";
            case E e -> "E" + e;
        };
    }

    static String o(Object o) {
        return switch (o) {
            case Integer i when i == 0 -> "zero";
            case Integer i -> "int" + i;
            case Long l -> "long" + l;
            case String t when t.length() > 3 -> "long string";
            case String t -> "str" + t;
            case int[] a when a.length == 0 -> "empty ints";
            case int[] a -> "ints" + a[0];
            case Object[] a -> "objs" + a.length;
            case F.P -> "P";
            case F f -> "F" + f.ordinal();
            case Character c -> "chr" + c;
            case List<?> l when l.isEmpty() -> "nil";
            case Collection<?> c -> "coll" + c.size();
            case Class<?> c -> c.getName();
            case Runnable r -> {
                r.run();
                yield "ran";
            }
            default -> "?" + o;
        };
    }

    static String str(String s) {
        return switch (s) {
            case "a", "b" -> "ab";
            case null -> "nul";
            case String t when t.startsWith("z") -> "zz";
            case "c" -> "c";
            default -> "other";
        };
    }

    static int boxed(Integer i) {
        return switch (i) {
            case 1, 2 -> 12;
            case Integer j when j > 100 -> j / 100;
            case 3 -> 3;
            case null -> -1;
            default -> 0;
        };
    }

    static String en(F f) {
        return switch (f) {
            case P -> "p";
            case F x when x == F.R -> "r!";
            case Q -> "q";
            case F y -> "y";
        };
    }

    public static void main(String[] args) {
        for (S x : new S[] {new A(9), new A(2), new B("bee"), E.X, E.Y})
            System.out.print(s(x) + " ");
        System.out.println();
        for (Object x :
                new Object[] {
                    0,
                    7,
                    8L,
                    "four",
                    "abc",
                    new int[0],
                    new int[] {4},
                    new String[2],
                    F.P,
                    F.R,
                    'c',
                    List.of(),
                    Set.of(1),
                    String.class,
                    (Runnable) () -> System.out.print("run "),
                    1.5
                }) System.out.print(o(x) + " ");
        System.out.println();
        for (String x : new String[] {"a", "b", "c", "zed", null, "q"})
            System.out.print(str(x) + " ");
        for (Integer x : new Integer[] {1, 3, 250, null, 50}) System.out.print(boxed(x) + " ");
        for (F x : F.values()) System.out.print(en(x) + " ");
        System.out.println();
        try {
            o(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        try {
            s(null);
        } catch (NullPointerException e) {
            System.out.println("NPE2");
        }
    }
}
