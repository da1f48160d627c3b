// Design in the small: observers, visitors, builders, state machines, event buses with generics and
// inner classes.
import java.util.*;
import java.util.function.*;

public class Observers {
    interface Ev {}

    record Login(String u) implements Ev {}

    record Logout(String u, int s) implements Ev {}

    static class Bus {
        private final Map<Class<?>, List<Consumer<Object>>> hs = new LinkedHashMap<>();

        <E> Runnable on(Class<E> c, Consumer<? super E> h) {
            Consumer<Object> w = o -> h.accept(c.cast(o));
            hs.computeIfAbsent(c, k -> new ArrayList<>()).add(w);
            return () -> hs.get(c).remove(w);
        }

        void fire(Object e) {
            hs.forEach(
                    (c, l) -> {
                        if (c.isInstance(e)) l.forEach(h -> h.accept(e));
                    });
        }
    }

    interface V<R> {
        R num(int n);

        R add(N a, N b);
    }

    interface N {
        <R> R accept(V<R> v);
    }

    static N num(int n) {
        return new N() {
            public <R> R accept(V<R> v) {
                return v.num(n);
            }
        };
    }

    static N add(N a, N b) {
        return new N() {
            public <R> R accept(V<R> v) {
                return v.add(a, b);
            }
        };
    }

    static class Pizza {
        final String s;
        final List<String> t;

        private Pizza(B<?> b) {
            s = b.s;
            t = List.copyOf(b.t);
        }

        abstract static class B<T extends B<T>> {
            String s = "M";
            final List<String> t = new ArrayList<>();

            abstract T self();

            T size(String x) {
                s = x;
                return self();
            }

            T top(String x) {
                t.add(x);
                return self();
            }

            Pizza build() {
                return new Pizza(this);
            }
        }

        static class NY extends B<NY> {
            NY self() {
                return this;
            }
        }

        public String toString() {
            return s + t;
        }
    }

    enum St {
        IDLE {
            St next(char c) {
                return c == 's' ? RUN : this;
            }
        },
        RUN {
            St next(char c) {
                return c == 'p' ? PAUSE : c == 'x' ? IDLE : this;
            }
        },
        PAUSE {
            St next(char c) {
                return c == 's' ? RUN : c == 'x' ? IDLE : this;
            }
        };

        abstract St next(char c);
    }

    public static void main(String[] args) {
        Bus b = new Bus();
        List<String> log = new ArrayList<>();
        Runnable off = b.on(Login.class, l -> log.add("in " + l.u()));
        b.on(Ev.class, e -> log.add("any " + e));
        b.fire(new Login("a"));
        off.run();
        b.fire(new Logout("a", 5));
        b.fire("not an event");
        System.out.println(log);
        N e = add(num(1), add(num(2), num(3)));
        System.out.println(
                e.accept(
                                new V<Integer>() {
                                    public Integer num(int n) {
                                        return n;
                                    }

                                    public Integer add(N a, N c) {
                                        return a.accept(this) + c.accept(this);
                                    }
                                })
                        + e.<String>accept(
                                new V<>() {
                                    public String num(int n) {
                                        return "" + n;
                                    }

                                    public String add(N a, N c) {
                                        return "(" + a.accept(this) + "+" + c.accept(this) + ")";
                                    }
                                }));
        System.out.println(new Pizza.NY().size("L").top("ham").top("olive").build());
        St s = St.IDLE;
        for (char c : "sxsps".toCharArray()) s = s.next(c);
        System.out.println(s);
    }
}
