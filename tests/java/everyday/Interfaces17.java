// Default, static and private interface methods, diamonds, functional inheritance, constants.
import java.util.function.*;

public class Interfaces17 {
    interface A {
        default String m() {
            return "A";
        }

        static String s() {
            return "As";
        }

        int K = 3;
    }

    interface B extends A {
        default String m() {
            return "B" + A.super.m();
        }
    }

    interface C extends A {
        default String m() {
            return "C";
        }
    }

    static class D implements B, C {
        public String m() {
            return B.super.m() + C.super.m() + p();
        }

        private String p() {
            return "d";
        }
    }

    abstract static class E {
        public String m() {
            return "E";
        }
    }

    static class F extends E implements A {}

    @FunctionalInterface
    interface T<X, Y, Z> {
        Z ap(X x, Y y);

        default <W> T<X, Y, W> then(Function<? super Z, ? extends W> f) {
            return (x, y) -> f.apply(ap(x, y));
        }
    }

    public static void main(String[] args) {
        System.out.println(new D().m() + new F().m() + A.s() + D.K + ((A) new D()).m());
        T<Integer, Integer, Integer> t = Math::addExact;
        System.out.println(t.then(z -> "r" + z).ap(2, 3));
        try {
            t.ap(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
