// Static nested, inner, local and anonymous classes; outer this, shadowing, super calls, captures.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

public class Nesting {
    private int v = 1;
    private static int s = 100;

    private int bump() {
        return ++v;
    }

    class Inner {
        int v = 2;

        class Deep {
            int v = 3;

            String all() {
                return v
                        + ","
                        + this.v
                        + ","
                        + Inner.this.v
                        + ","
                        + Nesting.this.v
                        + ","
                        + s
                        + ","
                        + bump();
            }
        }
    }

    static class Base {
        String who() {
            return "base";
        }

        Base() {
            System.out.println("made " + who());
        }
    }

    static class Derived extends Base {
        String name = "derived";

        @Override
        String who() {
            return name + "/" + super.who();
        }

        class Sup {
            String up() {
                return Derived.super.who();
            }
        }
    }

    class InnerChild extends Inner {
        InnerChild() {
            Nesting.this.super();
        }

        Nesting outer() {
            return Nesting.this;
        }
    }

    static List<Supplier<String>> suppliers(String a, final long b, double... c) {
        List<Supplier<String>> l = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i * i;
            class Local implements Supplier<String> {
                final int k = j + 1;

                public String get() {
                    return a + b + c.length + j + k;
                }

                Local again() {
                    return new Local();
                }
            }
            l.add(new Local().again());
            l.add(
                    new Supplier<String>() {
                        int n = j;

                        {
                            n += 10;
                        }

                        public String get() {
                            return getClass().getName() + n++ + a;
                        }
                    });
            l.add(() -> a + j + b);
        }
        return l;
    }

    public static void main(String[] args) {
        Nesting n = new Nesting();
        Nesting.Inner in = n.new Inner();
        Nesting.Inner.Deep d = in.new Deep();
        System.out.println(d.all() + " " + d.all());
        Derived x = new Derived();
        System.out.println(x.who() + " " + x.new Sup().up());
        System.out.println(n.new InnerChild().outer().v);
        for (Supplier<String> q : suppliers("a", 5L, 1, 2))
            System.out.println(q.get() + " " + q.get());
        Object anon =
                new Object() {
                    int hidden = 9;

                    @Override
                    public String toString() {
                        return "anon" + hidden + n.v;
                    }
                };
        System.out.println(
                anon
                        + " "
                        + anon.getClass().getName()
                        + " ["
                        + anon.getClass().getSimpleName()
                        + "] "
                        + anon.getClass().isAnonymousClass());
        var w =
                new Object() {
                    int a = 1;

                    int twice() {
                        return a * 2;
                    }
                };
        w.a += 20;
        System.out.println(w.twice());
        try {
            Nesting none = null;
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
