import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Memory segments, on the heap and off it, with offsets and sizes that mostly do not fit: SegmentFuzz SEED CALLS. */
public class SegmentFuzz {
    static long seed;

    static int next(int n) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return (int) Long.remainderUnsigned(seed >>> 8, n);
    }

    static final long[] ODD = {-1, -8, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 0xffffffffL, Long.MAX_VALUE - 7, 300};

    static long offset() {
        return next(3) == 0 ? ODD[next(ODD.length)] : next(40) - 2;
    }

    static Object call(MemorySegment s, MemorySegment t) {
        long off = offset(), n = offset();
        switch (next(14)) {
            case 0: return s.get(ValueLayout.JAVA_INT_UNALIGNED, off);
            case 1: s.set(ValueLayout.JAVA_LONG_UNALIGNED, off, 5L); return null;
            case 2: return s.asSlice(off, n).byteSize();
            case 3: return s.asSlice(off).fill((byte) 1);
            case 4: MemorySegment.copy(s, off, t, offset(), n); return null;
            case 5: return s.mismatch(t);
            case 6: return s.get(ValueLayout.JAVA_BYTE, off);
            case 7: return s.reinterpret(Math.abs(n)).get(ValueLayout.JAVA_BYTE, off);
            case 8: return MemorySegment.ofAddress(off).reinterpret(64).get(ValueLayout.JAVA_INT_UNALIGNED, n);
            case 9: return s.getAtIndex(ValueLayout.JAVA_INT, off);
            case 10: s.setAtIndex(ValueLayout.JAVA_SHORT, off, (short) 2); return null;
            case 11: return s.toArray(ValueLayout.JAVA_BYTE).length;
            case 12: return s.asByteBuffer().get((int) off);
            default: return ValueLayout.JAVA_INT_UNALIGNED.varHandle().get(s, off);
        }
    }

    public static void main(String[] args) {
        seed = Long.parseLong(args[0]) * 0x9E3779B97F4A7C15L | 1;
        TreeMap<String, Integer> told = new TreeMap<>();
        int calls = Integer.parseInt(args[1]);
        Arena arena = Arena.ofConfined();
        List<MemorySegment> all = new ArrayList<>();
        for (int n = 0; n < calls; n++) {
            if (n % 2000 == 0) {
                arena.close();
                arena = Arena.ofConfined();
                List<MemorySegment> closed = all.subList(0, Math.min(3, all.size()));
                all = new ArrayList<>(closed);
                for (int size : new int[] {0, 1, 7, 8, 33}) {
                    all.add(arena.allocate(size));
                    all.add(MemorySegment.ofArray(new byte[size]));
                    all.add(MemorySegment.ofArray(new int[size]));
                    all.add(MemorySegment.ofArray(new long[size]).asReadOnly());
                    all.add(MemorySegment.ofArray(new double[size]));
                }
            }
            String how = "answers";
            try {
                call(all.get(next(all.size())), all.get(next(all.size())));
            } catch (Throwable e) {
                how = e.getClass().getSimpleName();
            }
            told.merge(how, 1, Integer::sum);
        }
        System.out.println("ok " + calls + " calls " + told);
    }
}
