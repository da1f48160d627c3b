// errors: deadlock
// outcomes: done
public class ThrowInClinitOther {
    static class A {
        static {
            synchronized (ThrowInClinitOther.class) {
                B.f();
            }
        }

        static void f() {}
    }

    static class B {
        static {
            synchronized (ThrowInClinitOther.class) {
            }
        }

        static void f() {}
    }

    public static void main(String[] a) throws Exception {
        Thread t = new Thread(A::f), u = new Thread(B::f);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R done");
    }
}
