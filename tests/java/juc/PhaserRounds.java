// expect: no_errors
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Two workers and two rounds; nobody is a round ahead. */
public class PhaserRounds {
    public static void main(String[] args) throws InterruptedException {
        int rounds = 2, workers = 2;
        AtomicIntegerArray done = new AtomicIntegerArray(rounds);
        Phaser phaser = new Phaser(workers) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                assert done.get(phase) == workers;
                return phase + 1 >= rounds || parties == 0;
            }
        };
        Thread[] ts = new Thread[workers];
        for (int w = 0; w < workers; w++) {
            ts[w] = new Thread(() -> {
                for (int r = 0; !phaser.isTerminated(); r++) {
                    done.incrementAndGet(r);
                    phaser.arriveAndAwaitAdvance();
                }
            });
            ts[w].start();
        }
        for (Thread t : ts) t.join();
        assert done.get(1) == 2;
    }
}
