// java.lang.foreign on heap and native segments: layouts, VarHandles, slices, bounds, lifetimes,
// strings.
import java.lang.foreign.*;
import java.lang.invoke.VarHandle;

public class Segments {
    public static void main(String[] args) {
        MemorySegment h = MemorySegment.ofArray(new int[] {1, 2, 3});
        System.out.println(
                h.byteSize()
                        + " "
                        + h.getAtIndex(ValueLayout.JAVA_INT, 1)
                        + h.get(ValueLayout.JAVA_INT, 8));
        h.setAtIndex(ValueLayout.JAVA_INT, 0, 77);
        System.out.println(((int[]) h.heapBase().get())[0]);
        try (Arena a = Arena.ofConfined()) {
            MemorySegment n = a.allocate(32);
            n.set(ValueLayout.JAVA_LONG, 0, 5L);
            n.set(
                    ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN),
                    9,
                    0x01020304);
            System.out.println(
                    n.get(ValueLayout.JAVA_LONG, 0)
                            + " "
                            + n.get(ValueLayout.JAVA_BYTE, 9)
                            + n.asSlice(8, 4).byteSize()
                            + n.fill((byte) 7).get(ValueLayout.JAVA_SHORT, 2));
            MemorySegment s = a.allocateFrom("h\u00e9llo");
            System.out.println(s.byteSize() + s.getString(0));
            StructLayout pt =
                    MemoryLayout.structLayout(
                            ValueLayout.JAVA_INT.withName("x"),
                            MemoryLayout.paddingLayout(4),
                            ValueLayout.JAVA_DOUBLE.withName("y"));
            VarHandle x = pt.varHandle(MemoryLayout.PathElement.groupElement("x")),
                    y = pt.varHandle(MemoryLayout.PathElement.groupElement("y"));
            MemorySegment p = a.allocate(pt);
            x.set(p, 0L, 4);
            y.set(p, 0L, 2.5);
            System.out.println((int) x.get(p, 0L) + (double) y.get(p, 0L) + pt.toString());
            try {
                n.get(ValueLayout.JAVA_INT, 30);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage().replaceAll("address:\\d+|0x\\w+", "A"));
            }
            h = n;
            MemorySegment.copy(MemorySegment.ofArray(new byte[] {1, 2, 3}), 0, n, 0, 3);
            System.out.println(n.mismatch(MemorySegment.ofArray(new byte[] {1, 2, 4})));
        }
        try {
            h.get(ValueLayout.JAVA_BYTE, 0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
