// errors: AssertionError
// outcomes:
import java.util.concurrent.atomic.*;

public class Aba {
    // stack A -> B. t pops: reads A and A.next = B, is held; main pops A, pops B, pushes A again.
    // t's CAS(A, B) succeeds though B was popped.
    static class N {
        volatile N next;
        boolean out;
    }

    static final AtomicReference<N> top = new AtomicReference<>();

    static N pop() {
        N n, m;
        do {
            n = top.get();
            if (n == null) return null;
            m = n.next;
        } while (!top.compareAndSet(n, m));
        return n;
    }

    static void push(N n) {
        N o;
        do {
            o = top.get();
            n.next = o;
        } while (!top.compareAndSet(o, n));
    }

    public static void main(String[] a) throws Exception {
        N A = new N(), B = new N();
        A.next = B;
        top.set(A);
        Thread t = new Thread(() -> pop());
        t.start();
        N x = pop(), y = pop();
        if (x == A && y == B) {
            push(A);
            t.join();
            assert top.get() != B;
        }
    }
}
