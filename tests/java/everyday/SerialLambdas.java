// Serializable lambdas and method references through ObjectOutputStream, intersection casts, marker
// interfaces.
import java.io.*;
import java.util.*;
import java.util.function.*;

public class SerialLambdas {
    interface SF<T, R> extends Function<T, R>, Serializable {}

    interface Marker {}

    static Object copy(Object o) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(b)) {
            out.writeObject(o);
        }
        return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
    }

    static String shout(String s) {
        return s.toUpperCase() + "!";
    }

    int base = 3;

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        int k = 5;
        long w = 1L << 35;
        String p = "pre";
        SF<Integer, String> f = n -> p + (n * k + w);
        System.out.println(((Function<Integer, String>) copy(f)).apply(2));
        SF<String, String> r = SerialLambdas::shout;
        System.out.println(((SF<String, String>) copy(r)).apply("ho"));
        SF<String, Integer> u = String::length;
        System.out.println(((SF<String, Integer>) copy(u)).apply("four"));
        Runnable run = (Runnable & Serializable & Marker) () -> System.out.println("ran " + p);
        Object c = copy(run);
        ((Runnable) c).run();
        System.out.println(
                (c instanceof Marker) + " " + (c instanceof Serializable) + " " + (c != run));
        Supplier<ArrayList<String>> ctor =
                (Supplier<ArrayList<String>> & Serializable) ArrayList::new;
        System.out.println(((Supplier<ArrayList<String>>) copy(ctor)).get());
        Comparator<String> cmp =
                Comparator.comparing((Function<String, Integer> & Serializable) String::length)
                        .thenComparing(Comparator.reverseOrder());
        List<String> l = new ArrayList<>(List.of("bb", "a", "cc", "ddd"));
        l.sort((Comparator<String>) copy(cmp));
        System.out.println(l);
        Runnable not = () -> {};
        try {
            copy(not);
        } catch (NotSerializableException e) {
            System.out.println("NotSerializable");
        }
        SerialLambdas self = new SerialLambdas();
        SF<Integer, Integer> cap = n -> n + self.base;
        try {
            copy(cap);
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
        var m = f.getClass().getDeclaredMethod("writeReplace");
        m.setAccessible(true);
        var sl = (java.lang.invoke.SerializedLambda) m.invoke(f);
        System.out.println(
                sl.getCapturingClass()
                        + " "
                        + sl.getFunctionalInterfaceClass()
                        + " "
                        + sl.getImplMethodSignature()
                        + " "
                        + sl.getCapturedArgCount()
                        + " "
                        + sl.getCapturedArg(0)
                        + " "
                        + sl.getImplMethodKind());
    }
}
