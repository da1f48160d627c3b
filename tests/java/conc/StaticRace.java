// expect: violation uncaught_exception java.lang.AssertionError
public class StaticRace {
    static int x;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() { public void run() { x++; } };
        t.start();
        x++;
        t.join();
        assert x == 2;
    }
}
