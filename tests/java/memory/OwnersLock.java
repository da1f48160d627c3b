// The monitor in B is held while a field of A's is written; A has no such field, and what lies at its offset is a number.
public class OwnersLock {
    static class D {
        int x;
    }

    static class P {
        final D d;

        P(D d) {
            this.d = d;
        }
    }

    static class A extends P {
        int junk = -1;

        A(D d) {
            super(d);
        }

        int f() {
            d.x++;
            return junk;
        }
    }

    static class B extends P {
        final Object lock = new Object();
        int b;

        B(D d) {
            super(d);
        }

        int g(A a) {
            synchronized (lock) {
                return a.f() + b;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        D d = new D();
        A a = new A(d);
        B b = new B(d);
        Runnable r = () -> {
            for (int i = 0; i < 2; i++) b.g(a);
        };
        Thread s = new Thread(r), t = new Thread(r);
        s.start();
        t.start();
    }
}
