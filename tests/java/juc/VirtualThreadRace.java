// expect: violation uncaught_exception java.lang.AssertionError
// jdk: 21
public class VirtualThreadRace {
    static int n;

    public static void main(String[] args) throws Exception {
        Thread a = Thread.startVirtualThread(() -> n++);
        Thread b = Thread.ofVirtual().name("second").start(() -> n++);
        a.join();
        b.join();
        assert n == 2;
    }
}
