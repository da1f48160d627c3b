// What 22 to 25 brought: unnamed variables, gatherers, flexible constructors, module imports' classes,
// foreign memory, class files, markdown not, scoped values.
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.stream.*;

public class Modern25 {
    record P(int x, int y) {}
    static abstract class Base {
        final String s;
        Base(String s) {
            this.s = s;
            System.out.print("base ");
            show();
        }
        abstract void show();
    }
    static class Flex extends Base {
        final int n;
        Flex(int n) {
            if (n < 0) throw new IllegalArgumentException("neg");
            this.n = n * 2;
            String t = "s" + n;
            super(t);
            System.out.println("flex " + s + this.n);
        }
        void show() { System.out.print("n=" + n + " "); }
    }
    static int count(Iterable<?> it) {
        int c = 0;
        for (var _ : it) c++;
        return c;
    }
    static String un(Object o) {
        return switch (o) {
            case P(int x, _) when x > 3 -> "big" + x;
            case P(_, var y) -> "y" + y;
            case String _, Integer _ -> "si";
            default -> "d";
        };
    }
    public static void main(String[] args) throws Throwable {
        new Flex(4);
        try {
            new Flex(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(count(List.of(1, 2)) + un(new P(5, 1)) + un(new P(1, 7)) + un("") + un(3) + un(2L));
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) { System.out.println("nfe"); }
        System.out.println(IntStream.range(0, 7).boxed().gather(Gatherers.windowFixed(3)).toList() + ""
                           + Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(2)).toList()
                           + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 10, Integer::sum)).toList()
                           + Stream.of("a", "b").gather(Gatherers.fold(() -> "", String::concat)).toList()
                           + Stream.of(3, 1, 2).gather(Gatherers.mapConcurrent(1, x -> x * 2)).toList());
        Gatherer<Integer, int[], String> g = Gatherer.ofSequential(() -> new int[1], (st, e, d) -> {
            st[0] += e;
            return st[0] < 7 && d.push(e + "/" + st[0]);
        }, (st, d) -> d.push("end" + st[0]));
        System.out.println(
            Stream.of(1, 2, 3, 4, 5).gather(g.andThen(Gatherer.of((_, e, d) -> d.push(e + "!")))).toList());
        try (Arena a = Arena.ofConfined()) {
            MemorySegment m = a.allocate(64, 8);
            m.set(ValueLayout.JAVA_INT, 4, 77);
            m.setString(16, "h\u00e9llo");
            m.fill((byte) 0).set(ValueLayout.JAVA_LONG_UNALIGNED, 3, 0x0102030405060708L);
            System.out.println(m.get(ValueLayout.JAVA_BYTE, 4) + " " + m.byteSize() + " "
                               + m.asSlice(3, 8).toArray(ValueLayout.JAVA_BYTE)[0] + m.mismatch(a.allocate(64)));
            StructLayout s = MemoryLayout.structLayout(ValueLayout.JAVA_SHORT.withName("a"),
                MemoryLayout.paddingLayout(2), ValueLayout.JAVA_INT.withName("b"),
                MemoryLayout.sequenceLayout(3, ValueLayout.JAVA_LONG).withName("c"));
            VarHandle b = s.varHandle(MemoryLayout.PathElement.groupElement("b")),
                      c = s.varHandle(
                          MemoryLayout.PathElement.groupElement("c"), MemoryLayout.PathElement.sequenceElement());
            MemorySegment v = a.allocate(s);
            b.set(v, 0L, 5);
            c.set(v, 0L, 2L, 99L);
            System.out.println(s + " " + s.byteSize() + " " + (int) b.getAndAdd(v, 0L, 3) + (int) b.get(v, 0L)
                               + (long) c.getVolatile(v, 0L, 2L) + v.get(ValueLayout.JAVA_LONG, 24)
                               + s.byteOffset(MemoryLayout.PathElement.groupElement("c"),
                                   MemoryLayout.PathElement.sequenceElement(1)));
            try {
                m.get(ValueLayout.JAVA_INT, 61);
            } catch (IndexOutOfBoundsException e) {
                System.out.println("oob " + e.getMessage().replaceAll("address: *\\w+", "A"));
            }
            try {
                m.get(ValueLayout.JAVA_INT, 1);
            } catch (IllegalArgumentException e) { System.out.println("misaligned"); }
            MemorySegment h = MemorySegment.ofArray(new int[] {1, 2, 3});
            System.out.println(h.getAtIndex(ValueLayout.JAVA_INT, 2) + " " + h.isNative()
                               + h.elements(ValueLayout.JAVA_INT).mapToInt(x -> x.get(ValueLayout.JAVA_INT, 0)).sum()
                               + h.asReadOnly().isReadOnly());
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
