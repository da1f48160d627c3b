// Generics: bridge methods, covariant returns, wildcard capture, raw types and the casts they
// insert.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.lang.reflect.Method;

public class Bridges {
    static class Node<T extends Comparable<T>> implements Comparable<Node<T>> {
        T v;

        Node(T v) {
            this.v = v;
        }

        public int compareTo(Node<T> o) {
            return v.compareTo(o.v);
        }

        void set(T x) {
            System.out.println("Node.set");
            v = x;
        }

        Number num() {
            return 1;
        }
    }

    static class IntNode extends Node<Integer> {
        IntNode(int i) {
            super(i);
        }

        @Override
        void set(Integer x) {
            System.out.println("IntNode.set " + x);
            super.set(x + 1);
        }

        @Override
        Integer num() {
            return 42;
        }
    }

    static <T> void swap(List<T> l, int i, int j) {
        T t = l.get(i);
        l.set(i, l.get(j));
        l.set(j, t);
    }

    static void wild(List<?> l) {
        swap(l, 0, 1);
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> l) {
        T m = null;
        for (T t : l) if (m == null || t.compareTo(m) > 0) m = t;
        return m;
    }

    @SafeVarargs
    static <T> T[] arr(T... ts) {
        return ts;
    }

    static <T> T pick(T a, T b) {
        return a;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Node raw = new IntNode(3);
        raw.set(4);
        System.out.println(raw.v + " " + raw.num());
        try {
            raw.set("s");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Method[] ms = IntNode.class.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::toString));
        for (Method m : ms) System.out.println(m + " " + m.isBridge() + " " + m.isSynthetic());
        List<String> l = new ArrayList<>(List.of("x", "y"));
        wild(l);
        System.out.println(
                l
                        + " "
                        + max(Arrays.asList(3, 9, 2))
                        + " "
                        + max(Arrays.asList(new Node<>("a"), new Node<>("b"))).v);
        List ints = new ArrayList<>(List.of(1, 2));
        List<String> polluted = ints;
        System.out.println(polluted.size() + " " + (Object) ((List) polluted).get(0));
        try {
            String s = polluted.get(0);
        } catch (ClassCastException e) {
            System.out.println("CCE");
        }
        System.out.println(
                arr("a", "b").getClass().getName()
                        + " "
                        + arr(1, 2).getClass()
                        + " "
                        + arr(1, "x").getClass().getComponentType().getSimpleName());
        System.out.println(pick(1, 2.0) + " " + Collections.<Integer>emptyList());
        Comparator<String> c =
                new Comparator<String>() {
                    public int compare(String a, String b) {
                        return a.length() - b.length();
                    }
                };
        System.out.println(
                Collections.max(List.of("aa", "b", "cccc"), c) + c.reversed().compare("a", "bb"));
    }
}
