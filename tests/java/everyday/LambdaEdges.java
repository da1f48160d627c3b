// Lambdas at the edges: serializable ones read back, intersection casts, varargs, inner and array constructors, super::method.
import java.io.*;
import java.util.*;
import java.util.function.*;

public class LambdaEdges {
    interface SerFn<T, R> extends Function<T, R>, Serializable {}
    interface Marker {
        default String mark() { return "marked"; }
    }
    interface TriFn {
        int[] f(int a, int b, int c);
    }
    interface Make {
        Inner make(LambdaEdges outer, String name);
    }
    interface Build {
        Inner build(String name);
    }
    static class Base {
        String who() { return "base"; }
        protected <T> String show(T t) { return "base:" + t; }
    }
    static class Derived extends Base {
        String who() { return "derived"; }
        protected <T> String show(T t) { return "derived:" + t; }
        List<Supplier<String>> all() { return List.of(super::who, this::who, () -> super.who() + "+" + this.who()); }
        Function<Integer, String> sup() { return super::<Integer>show; }
    }
    class Inner {
        final String name;
        Inner(String name) { this.name = tag + name; }
        Function<String, Inner> sibling() { return Inner::new; }
    }
    String tag = "#";
    static int[] spread(int... xs) { return xs; }
    static String join(String sep, Object... xs) { return xs.length + sep + Arrays.deepToString(xs); }
    static <T> T roundTrip(T t) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(t);
        } @
        SuppressWarnings("unchecked") T back =
            (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        return back;
    }
    public static void main(String[] args) throws Exception {
        for (Supplier<String> s : new Derived().all()) System.out.print(s.get() + " ");
        System.out.println(new Derived().sup().apply(4));
        TriFn t = LambdaEdges::spread;
        System.out.println(Arrays.toString(t.f(3, 2, 1)));
        BiFunction<String, Object, String> one = LambdaEdges::join;
        Function<String, String> none = LambdaEdges::join;
        BiFunction<String, Object[], String> arr = LambdaEdges::join;
        System.out.println(one.apply("-", 5) + none.apply("/") + arr.apply("|", new Object[] {1, null, "x"}));
        LambdaEdges o = new LambdaEdges();
        Build b = o.tagged("@")::inner;
        System.out.println(b.build("a").name + o.new Inner("q").sibling().apply("z").name);
        IntFunction<int[][]> grid = int[][] ::new;
        Function<Integer, List<String>[]> lists = List[] ::new;
        System.out.println(
            grid.apply(3).length + " " + lists.apply(2).getClass() + " " + grid.getClass().isSynthetic());
        try {
            grid.apply(-1);
        } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        Runnable r = (Runnable & Marker & Serializable) () -> System.out.println("ran");
        r.run();
        System.out.println(
            ((Marker) r).mark() + " " + (r instanceof Serializable) + " " + r.getClass().getInterfaces().length);
        int k = 40;
        long big = 1L << 45;
        double half = 0.5;
        char c = 'c';
        SerFn<Integer, String> f = x -> x + k + ":" + big + ":" + half + c;
        SerFn<Integer, String> g = roundTrip(f);
        System.out.println(f.apply(2) + " " + g.apply(2) + " " + (f == g) + (f.getClass() == g.getClass()));
        SerFn<String, Integer> len = roundTrip(String::length);
        SerFn<String, StringBuilder> ctor = roundTrip(StringBuilder::new);
        StringBuilder bound = new StringBuilder("bound");
        SerFn<String, Integer> at = roundTrip(bound::indexOf);
        bound.setLength(0);
        System.out.println(len.apply("four") + ctor.apply("sb").reverse().toString() + at.apply("un"));
        Function<Object, String> ts = Object::toString;
        try {
            ts.apply(null);
        } catch (NullPointerException e) { System.out.println("npe unbound"); }
        String nul = null;
        try {
            Supplier<Integer> bad = nul::length;
            System.out.println("late" + bad);
        } catch (NullPointerException e) { System.out.println("npe at capture"); }
        try {
            roundTrip((Function<Integer, Integer>) x -> x);
        } catch (NotSerializableException e) { System.out.println(e.getMessage().startsWith("LambdaEdges$$Lambda")); }
        ToLongFunction<Integer> widen = Integer::intValue;
        Function<Integer, Integer> neg = Math::negateExact;
        IntBinaryOperator max = Math::max;
        Function<Character, Integer> cv = Character::getNumericValue;
        System.out.println(widen.applyAsLong(9) + neg.apply(8) + max.applyAsInt(1, 7) + cv.apply('8'));
    }
    LambdaEdges tagged(String t) {
        tag = t;
        return this;
    }
    Inner inner(String n) { return new Inner(n); }
}
