// expect: no_errors
import java.util.concurrent.ThreadLocalRandom;

public class ThreadLocalRandomOk {
    static void roll() {
        int v = ThreadLocalRandom.current().nextInt(6);
        assert v >= 0 && v < 6;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ThreadLocalRandomOk::roll);
        t.start();
        roll();
        t.join();
    }
}
