// outcomes: 01|02|11|12
import java.util.concurrent.Phaser;

/** A child of a phaser has lost its party before its parent has. */
public class PhaserChildLeaves {
    public static void main(String[] args) throws Exception {
        Phaser p = new Phaser(1), c = new Phaser(p, 1);
        Thread t = new Thread(() -> c.arriveAndDeregister());
        t.start();
        int x = c.getRegisteredParties(), y = p.getRegisteredParties();
        System.out.println("R " + x + y);
    }
}
