// Private members across nested, local and anonymous classes, lambdas and reflection.
import java.lang.reflect.*;

public class NestMates {
    private int secret = 1;

    private static String sp(Object o) {
        return "sp" + o;
    }

    private NestMates() {}

    private NestMates(int s) {
        secret = s;
    }

    static class A {
        private int a = 10;

        private int twice() {
            return a * 2;
        }

        private static class Deep {
            private long d = 99;

            private Deep() {}

            private long get(NestMates n) {
                return d + n.secret;
            }
        }
    }

    class B {
        private int b = secret + 5;

        private void bump() {
            secret++;
            NestMates.this.secret++;
        }

        private class C {
            private int c = b + secret;
        }
    }

    interface I {
        private int hidden() {
            return 77;
        }

        default int open() {
            return hidden();
        }

        private static int st() {
            return 3;
        }
    }

    enum E {
        X {
            private int q = 4;

            int v() {
                return q + priv() + base;
            }
        },
        Y {
            int v() {
                return base;
            }
        };
        static int base = 100;

        private static int priv() {
            return 1000;
        }

        abstract int v();
    }

    private static final class Singleton {
        private static final Singleton I = new Singleton();
        private int n;

        private Singleton() {
            n = 5;
        }
    }

    public static void main(String[] args) throws Exception {
        NestMates n = new NestMates(40);
        System.out.println(new A().a + new A().twice() + new A.Deep().get(n) + sp("x"));
        B b = n.new B();
        b.bump();
        System.out.println(n.secret + " " + b.b + " " + b.new C().c);
        System.out.println(
                new I() {}.open() + I.st() + " " + E.X.v() + " " + E.Y.v() + " " + Singleton.I.n);
        Runnable r =
                () -> {
                    n.secret += 100;
                    System.out.println(n.secret + sp(1));
                };
        r.run();
        Object anon =
                new Object() {
                    private int z = n.secret;

                    public String toString() {
                        n.secret = -1;
                        return "anon" + z;
                    }
                };
        System.out.println(anon + " " + n.secret);
        System.out.println(
                A.class.getNestHost().getName()
                        + " "
                        + A.Deep.class.isNestmateOf(E.class)
                        + " "
                        + NestMates.class.getNestMembers().length
                        + " "
                        + String.class.isNestmateOf(A.class));
        Field f = A.class.getDeclaredField("a");
        System.out.println(f.getInt(new A()) + " " + Modifier.toString(f.getModifiers()));
        Method m = A.class.getDeclaredMethod("twice");
        System.out.println(m.invoke(new A()) + " " + m);
        Constructor<?> c = Class.forName("NestMates$A$Deep").getDeclaredConstructor();
        System.out.println(c.newInstance() != null);
        n.secret ^= 0xff;
        n.secret <<= 2;
        System.out.println(n.secret-- + --n.secret);
    }
}
