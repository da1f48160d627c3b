// outcomes: 0 0 0 0 1 1|0 0 0 0 2 1|0 0 0 1 1 1|0 0 1 1 1 1|0 1 1 1 1 1
import java.util.concurrent.Phaser;

/** Two children of one phaser, one leaves. */
public class PhaserTwoChildren {
    public static void main(String[] args) throws Exception {
        Phaser p = new Phaser(), c = new Phaser(p), d = new Phaser(p);
        c.register();
        d.register();
        Thread t = new Thread(() -> c.arriveAndDeregister());
        t.start();
        int q = d.arrive();
        int x = c.getPhase(), y = d.getPhase(), z = p.getPhase();
        int k = p.getRegisteredParties();
        t.join();
        System.out.println("R " + q + " " + x + " " + y + " " + z + " " + k + " " + p.getPhase());
    }
}
