// outcomes: 000|010|100|110
import java.util.concurrent.Phaser;

/** A child of a phaser has an arrival before its parent has. */
public class PhaserChildArrives {
    public static void main(String[] args) throws Exception {
        Phaser p = new Phaser(1), c = new Phaser(p, 1);
        Thread t = new Thread(() -> c.arrive());
        t.start();
        int x = c.getArrivedParties(), y = p.getArrivedParties(), z = p.getPhase();
        System.out.println("R " + x + y + z);
    }
}
