// Recursive bounds, wildcard capture helpers, generic arrays, static generic factories,
// erasure-based casts and heap pollution at the point of use.
import java.util.*;
import java.util.function.*;

public class NestedGenerics {
    abstract static class Builder<T extends Builder<T>> {
        final List<String> parts = new ArrayList<>();

        abstract T self();

        T add(String s) {
            parts.add(s);
            return self();
        }
    }

    static class Pizza extends Builder<Pizza> {
        Pizza self() {
            return this;
        }

        Pizza big() {
            parts.add("BIG");
            return this;
        }
    }

    static <T> void swap(List<T> l, int i, int j) {
        T t = l.get(i);
        l.set(i, l.get(j));
        l.set(j, t);
    }

    static void swapAny(List<?> l) {
        swap(l, 0, l.size() - 1);
    }

    static <K, V extends Comparable<? super V>> List<Map.Entry<K, V>> byValue(Map<K, V> m) {
        List<Map.Entry<K, V>> l = new ArrayList<>(m.entrySet());
        l.sort(Map.Entry.comparingByValue());
        return l;
    }

    @SafeVarargs
    static <T> T[] arr(T... t) {
        return t;
    }

    static <T> T[] pair(T a, T b) {
        return arr(a, b);
    }

    @SuppressWarnings("unchecked")
    static <T> T cast(Object o) {
        return (T) o;
    }

    static class Stack2<E> implements Iterable<E> {
        private E[] a;
        private int n;

        @SuppressWarnings("unchecked")
        Stack2(Class<E> c) {
            a = (E[]) java.lang.reflect.Array.newInstance(c, 1);
        }

        void push(E e) {
            if (n == a.length) a = Arrays.copyOf(a, n * 2);
            a[n++] = e;
        }

        E pop() {
            if (n == 0) throw new NoSuchElementException("empty");
            E e = a[--n];
            a[n] = null;
            return e;
        }

        E[] raw() {
            return a;
        }

        public Iterator<E> iterator() {
            return new Iterator<>() {
                int i = n;

                public boolean hasNext() {
                    return i > 0;
                }

                public E next() {
                    return a[--i];
                }
            };
        }
    }

    interface Visitor<R> {
        R num(int n);

        R add(Expr l, Expr r);
    }

    interface Expr {
        <R> R accept(Visitor<R> v);

        static Expr num(int n) {
            return new Expr() {
                public <R> R accept(Visitor<R> v) {
                    return v.num(n);
                }
            };
        }

        static Expr add(Expr l, Expr r) {
            return new Expr() {
                public <R> R accept(Visitor<R> v) {
                    return v.add(l, r);
                }
            };
        }
    }

    static class Event<T> {
        final T v;

        Event(T v) {
            this.v = v;
        }
    }

    static class Bus {
        final Map<Class<?>, List<Consumer<?>>> m = new LinkedHashMap<>();

        <T> void on(Class<T> c, Consumer<? super T> f) {
            m.computeIfAbsent(c, k -> new ArrayList<>()).add(f);
        }

        @SuppressWarnings("unchecked")
        <T> void fire(T t) {
            m.getOrDefault(t.getClass(), List.of()).forEach(f -> ((Consumer<T>) f).accept(t));
        }
    }

    public static void main(String[] args) {
        System.out.println(new Pizza().add("ham").big().add("egg").parts);
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        swapAny(l);
        System.out.println(l + " " + byValue(new TreeMap<>(Map.of("a", 3, "b", 1))));
        try {
            String[] s = pair("a", "b");
            System.out.println(s.length);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            String s = cast(5);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("cast later");
        }
        List raw = l;
        raw.add("str");
        try {
            int t = 0;
            for (Integer i : l) t += i;
        } catch (ClassCastException e) {
            System.out.println("pollution " + l.size());
        }
        Stack2<String> st = new Stack2<>(String.class);
        st.push("x");
        st.push("y");
        st.push("z");
        for (String s : st) System.out.print(s);
        System.out.println(st.pop() + st.raw().getClass().getSimpleName() + st.raw().length);
        Stack2<Number> sn = new Stack2<>(cast(Integer.class));
        try {
            sn.push(1.5);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        Expr e = Expr.add(Expr.num(1), Expr.add(Expr.num(2), Expr.num(3)));
        System.out.println(
                e.accept(
                                new Visitor<Integer>() {
                                    public Integer num(int n) {
                                        return n;
                                    }

                                    public Integer add(Expr a, Expr b) {
                                        return a.accept(this) + b.accept(this);
                                    }
                                })
                        + e.accept(
                                new Visitor<String>() {
                                    public String num(int n) {
                                        return "" + n;
                                    }

                                    public String add(Expr a, Expr b) {
                                        return "(" + a.accept(this) + "+" + b.accept(this) + ")";
                                    }
                                }));
        Bus b = new Bus();
        b.<Object>on(Object.class, o -> System.out.println("no"));
        b.on(String.class, (Object o) -> System.out.println("obj " + o));
        b.on(String.class, s -> System.out.println(s.length()));
        b.fire("hello");
        b.fire(1);
        Comparator<? super Integer> cmp = Comparator.<Object, String>comparing(Object::toString);
        System.out.println(Collections.max(List.of(9, 10, 8), cmp));
        Function<? super String, ? extends Number> f = String::length;
        System.out.println(f.apply("four").intValue());
        Optional<? extends CharSequence> oc = Optional.of("cs");
        System.out.println(oc.map(CharSequence::length).orElse(0));
    }
}
