// try-with-resources: order, null resources, suppressed exceptions, effectively final variables.
public class Resources {
    static class R implements AutoCloseable {
        final String n;
        final boolean bad;

        R(String n, boolean bad) {
            if (n.isEmpty()) throw new IllegalArgumentException("empty");
            this.n = n;
            this.bad = bad;
            System.out.print("+" + n + " ");
        }

        @Override
        public void close() {
            System.out.print("-" + n + " ");
            if (bad) throw new IllegalStateException("close " + n);
        }
    }

    static void show(Throwable t) {
        System.out.print(t.getMessage());
        for (Throwable s : t.getSuppressed()) System.out.print(" <" + s.getMessage() + ">");
        System.out.println();
    }

    static int ret() {
        try (R a = new R("ret", false)) {
            return 5;
        } finally {
            System.out.print("fin ");
        }
    }

    public static void main(String[] args) {
        try (R a = new R("a", false);
                R b = new R("b", false)) {
            System.out.print("body ");
        }
        System.out.println();
        try (R a = new R("a", true);
                R b = new R("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            show(e);
        }
        try (R a = new R("a", true);
                R b = new R("b", true)) {
            System.out.print("fine ");
        } catch (RuntimeException e) {
            show(e);
        }
        try (R a = new R("a", true);
                R b = new R("", true)) {
            System.out.print("never ");
        } catch (RuntimeException e) {
            show(e);
        }
        try (R a = null) {
            System.out.println("null is fine " + a);
        }
        R outer = new R("outer", false);
        try (outer) {
            System.out.print("use ");
        }
        System.out.println(ret());
        for (int i = 0; i < 3; i++) {
            try (R a = new R("l" + i, false)) {
                if (i == 1) continue;
                if (i == 2) break;
                System.out.print("n ");
            }
        }
        System.out.println();
        try {
            try (R a = new R("x", true)) {
                return;
            } finally {
                System.out.print("outer fin ");
            }
        } catch (IllegalStateException e) {
            show(e);
        } finally {
            System.out.println("end");
        }
    }
}
