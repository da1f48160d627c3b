// Nest mates: private access between nested classes, private constructors and interface methods;
// captured state.
import java.util.function.*;

public class Captures {
    private int secret = 1;
    private static int count = 0;

    private Captures() {
        count++;
    }

    private int get() {
        return secret;
    }

    private static String stat(Object o) {
        return "s" + o;
    }

    static class Peer {
        private Captures c = new Captures();
        private int mine = 50;

        private Peer self() {
            return this;
        }

        int peek() {
            return c.secret++ + c.get() + --c.secret + (c.secret *= 3);
        }

        private class In {
            private int z = mine + c.secret;

            private void bump() {
                mine += z;
                c.secret <<= 2;
            }
        }
    }

    private interface Priv {
        private int p() {
            return q() + 1;
        }

        private static int s() {
            return 9;
        }

        int q();

        default int all() {
            return p() * s();
        }
    }

    static class Gen<T> {
        private T t;

        private Gen(T t) {
            this.t = t;
        }

        private T swap(T n) {
            T o = t;
            t = n;
            return o;
        }
    }

    public static void main(String[] args) {
        Peer p = new Peer();
        System.out.println(
                p.peek() + " " + p.mine + " " + p.self().c.secret + " " + count + stat(p.mine));
        Peer.In in = p.new In();
        in.bump();
        in.z++;
        System.out.println(p.mine + " " + in.z + " " + p.c.secret);
        Priv v = () -> 4;
        System.out.println(v.all() + " " + v.p() + " " + Priv.s());
        Gen<String> g = new Gen<>("a");
        System.out.println(g.swap("b") + g.t + g.<String>swap(null) + g.t);
        Function<Captures, Integer> f = Captures::get;
        Supplier<Captures> mk = Captures::new;
        System.out.println(
                f.apply(mk.get())
                        + " "
                        + count
                        + " "
                        + ((Function<Object, String>) Captures::stat).apply(1));
        int[] cell = {0};
        Runnable inc =
                new Runnable() {
                    int own = 5;

                    public void run() {
                        cell[0] += own++ + p.mine;
                    }
                };
        inc.run();
        inc.run();
        System.out.println(cell[0]);
        Object outer =
                new Object() {
                    private int hid = 3;

                    Object inner() {
                        return new Object() {
                            @Override
                            public String toString() {
                                return "i" + hid++ + count;
                            }
                        };
                    }

                    @Override
                    public String toString() {
                        return inner().toString() + inner() + hid;
                    }
                };
        System.out.println(outer);
        long big = 1L << 50;
        double dd = .25;
        class Loc {
            long l = big;

            double go(int k) {
                return k == 0 ? dd + l : new Loc().go(k - 1);
            }
        }
        System.out.println(new Loc().go(2));
        try {
            Captures.class.getDeclaredField("secret").get(new Captures());
            System.out.println("ok");
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
    }
}
