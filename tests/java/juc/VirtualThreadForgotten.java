// expect: violation uncaught_exception java.lang.AssertionError
// jdk: 21
/** Virtual threads are daemons, and nobody waits for this one. */
public class VirtualThreadForgotten {
    static volatile int n;

    public static void main(String[] args) {
        Thread.startVirtualThread(() -> n = 1);
        assert n == 1;
    }
}
