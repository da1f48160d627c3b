// expect: no_errors
import java.util.concurrent.Phaser;

/** Two parties, two phases, one deregisters. */
public class PhaserOk {
    static int a, b;

    public static void main(String[] args) throws InterruptedException {
        Phaser ph = new Phaser(2);
        Thread t = new Thread(() -> {
            a = 1;
            ph.arriveAndAwaitAdvance();
            assert b == 1;
            ph.arriveAndDeregister();
        });
        t.start();
        b = 1;
        ph.arriveAndAwaitAdvance();
        assert a == 1;
        ph.arriveAndAwaitAdvance();
        t.join();
        assert ph.getPhase() == 2;
    }
}
