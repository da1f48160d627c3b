/** N threads use a class for the first time, and have nothing else in common. Args: kind, n, and whether main has used it. */
public class FirstUses {
    static class Fields {
        static int a = next(1);
        static int[] t = { 1, 2 };

        static int next(int i) { return i + 1; }

        static int get() { return a; }
    }

    static class Single {
        static final Single ONE = new Single();
        private final int v = 5;

        static Single get() { return ONE; }

        int value() { return v; }
    }

    enum Color {
        RED, GREEN { @Override int value() { return 3; } };

        int value() { return ordinal(); }
    }

    static class Holder {
        static class Lazy { static final Object IT = new Object(); }

        static Object get() { return Lazy.IT; }
    }

    static class Top { static int a = Fields.next(1); }

    static class Middle extends Top { static int b = Fields.next(a); }

    static class Low extends Middle {
        static int c = Fields.next(b);

        static int get() { return c; }
    }

    interface Says { Object WORD = new Object(); default int say() { return WORD == null ? 1 : 2; } }

    static class Does implements Says { }

    static class Tables {
        static final java.util.Map<String, Integer> BY_NAME = new java.util.HashMap<>();
        static final java.util.List<String> NAMES = java.util.List.of("a", "b");
        static { for (String s : NAMES) BY_NAME.put(s, s.length()); }

        static int get() { return BY_NAME.get("a"); }
    }

    static class Fails {
        static int a = 1 / Fields.next(-1);

        static int get() { return a; }
    }

    /* --- initializers that can tell who runs them, or when --- */
    static int x;
    static final Object LOCK = new Object();

    static class Reads {
        static int v = x;

        static int get() { return v; }
    }

    static class Writes {
        static int v = 1;
        static { x = 2; }

        static int get() { return v; }
    }

    static class Asks {
        static int v = ((Worker) Thread.currentThread()).number;

        static int get() { return v; }
    }

    static class Plain { static int get() { return 1; } }

    static class Sub extends Asks { }

    static class Left {
        static int v = Right.v + 1;

        static int get() { return v; }
    }

    static class Right {
        static int v = Left.v + 2;

        static int get() { return v; }
    }

    static class Above {
        static int v = Below.get();

        static int get() { return v; }
    }

    static class Below extends Above {
        static int w = 4;

        static int get() { return w; }
    }

    static int use(String kind, int i) {
        switch (kind) {
            case "none": return Plain.get();
            case "fields": return Fields.get();
            case "single": return Single.get().value();
            case "enum": return Color.GREEN.value();
            case "holder": return Holder.get() == null ? 1 : 0;
            case "chain": return Low.get();
            case "default": return new Does().say();
            case "tables": return Tables.get();
            case "stream": return java.util.stream.IntStream.range(0, 3).sum();
            case "locked":
                synchronized (LOCK) {
                    x++;
                }
                return Fields.get();
            case "lock":
                synchronized (LOCK) {
                    x++;
                }
                return 3;
            case "fails":
                try {
                    return Fails.get();
                } catch (ExceptionInInitializerError e) {
                    return 1;
                } catch (NoClassDefFoundError e) {
                    return 2;
                }
            case "reads":
                if (i == 0) x = 1;
                return Reads.get();
            case "writes":
                if (i == 0) return x;
                return Writes.get();
            case "asks": return Asks.get();
            case "sub": return i == 0 ? Asks.get() : new Sub() == null ? 1 : 0;
            case "circle": return i % 2 == 0 ? Left.get() : Right.get();
            case "super": return i % 2 == 0 ? Above.get() : Below.get();
            default: throw new IllegalArgumentException(kind);
        }
    }

    static class Worker extends Thread {
        final String kind;
        final int number;
        int mine;

        Worker(String kind, int number) {
            this.kind = kind;
            this.number = number;
        }

        @Override public void run() { mine = use(kind, number); }
    }

    public static void main(String[] args) throws InterruptedException {
        String kind = args[0];
        Worker[] ws = new Worker[Integer.parseInt(args[1])];
        if (args.length > 2) use(kind, 0);
        for (int i = 0; i < ws.length; i++) ws[i] = new Worker(kind, i);
        for (Worker w : ws) w.start();
        String out = "R";
        for (Worker w : ws) {
            w.join();
            out += " " + w.mine;
        }
        if (kind.equals("sub")) out += " " + Asks.v;
        System.out.println(out);
    }
}
