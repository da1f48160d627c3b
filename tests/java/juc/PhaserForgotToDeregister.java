// expect: violation deadlock
import java.util.concurrent.Phaser;

/** A worker that fails early never arrives. */
public class PhaserForgotToDeregister {
    public static void main(String[] args) {
        Phaser p = new Phaser(1);
        for (int i = 0; i < 2; i++) {
            boolean fails = i == 1;
            p.register();
            new Thread(() -> {
                if (fails) return;
                p.arriveAndDeregister();
            }).start();
        }
        p.arriveAndAwaitAdvance();
    }
}
