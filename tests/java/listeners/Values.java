// Values of all kinds, nulls, arrays and methods for the listeners that follow values; the argument picks.
import gov.nasa.jpf.Const;
import gov.nasa.jpf.NonNull;
import gov.nasa.jpf.annotation.BitFlip;
import gov.nasa.jpf.annotation.NonShared;

public class Values {
    static class Sensor {
        int alt = 100;
        long big = 7;
        static int count;
        @NonNull Object kept = "kept";
        int reads;

        int altitude() {
            return alt;
        }

        @Const int look(boolean bad) {
            if (bad) reads++;
            return reads;
        }

        @NonNull Object give(boolean bad) {
            return bad ? null : "x";
        }

        void take(@NonNull Object o) {
            reads = o == null ? 1 : 2;
        }
    }

    @NonShared static class Mine {
        int x;
    }

    static class Bare {
        @NonNull Object never;
    }

    static Object find(boolean there) {
        Object found = there ? "it" : null;
        return found;
    }

    static Object look(boolean there) {
        return find(there);
    }

    static int sum(int a, long b, boolean c) {
        return a + (int) b + (c ? 1000 : 0);
    }

    static byte flipped(long first, @BitFlip(2) byte b) {
        return b;
    }

    static void arrays() {
        int[] cells = new int[3];
        long[] wide = {1L, 2L};
        cells[1] = 5;
        wide[0] = cells[1] + wide[1];
        int local = cells[1] * 2;
        Sensor.count = local;
    }

    static void shared() throws Exception {
        Mine m = new Mine();
        Thread t = new Thread(() -> {
            m.x++;
            while (m.x < 2) { Thread.yield(); }
        });
        t.start();
        while (m.x == 0) { Thread.yield(); }
        m.x++;
        t.join();
    }

    public static void main(String[] args) throws Exception {
        Sensor s = new Sensor();
        switch (args[0]) {
            case "read": System.out.println("alt " + s.alt); break;
            case "wide": System.out.println("big " + s.big); break;
            case "result": System.out.println("alt " + s.altitude()); break;
            case "params": System.out.println("sum " + sum(1, 2L, true)); break;
            case "flip": System.out.println("flip " + flipped(1L, (byte) 0)); break;
            case "arrays": arrays(); break;
            case "range": for (int i = 0; i < 5; i++) s.alt += i; break;
            case "local": int level = 1; level += args.length * 40; s.alt = level; break;
            case "nullfield": s.kept = null; break;
            case "nullresult": s.give(true); break;
            case "nullarg": s.take(null); break;
            case "nonnull": s.give(false); s.take("y"); s.look(false); break;
            case "bare": new Bare(); break;
            case "const": s.look(true); break;
            case "chain": s.kept = look(false); s.kept.hashCode(); break;
            case "shared": shared(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
