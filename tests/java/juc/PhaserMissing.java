// expect: violation deadlock "Phaser"
import java.util.concurrent.Phaser;

/** A worker that has nothing to do leaves without deregistering. */
public class PhaserMissing {
    static volatile boolean work = true;

    public static void main(String[] args) {
        Phaser ph = new Phaser(2);
        new Thread(() -> {
            if (work) ph.arriveAndAwaitAdvance();
        }).start();
        work = false;
        ph.arriveAndAwaitAdvance();
    }
}
