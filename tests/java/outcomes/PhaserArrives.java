// errors:
// outcomes: 0 1|1 1
// Who arrives without waiting may read before the other has written.
import java.util.concurrent.*;
public class PhaserArrives {
  public static void main(String[] z) throws Exception {
    Phaser p = new Phaser(2); int[] w = new int[2], r = new int[2];
    Thread t = new Thread(() -> { w[0] = 1; p.arriveAndAwaitAdvance(); r[1] = w[1]; });
    Thread u = new Thread(() -> { w[1] = 1; p.arrive(); r[0] = w[0]; });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + r[0] + " " + r[1]);
  }
}
