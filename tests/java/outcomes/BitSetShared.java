// errors:
// outcomes: {1, 2}|{1}|{2}
import java.util.BitSet;

/** Two bits of one word: setting one reads and writes all of it. */
public class BitSetShared {
  public static void main(String[] a) throws Exception {
    BitSet b = new BitSet(8);
    Thread t = new Thread(() -> b.set(1));
    t.start();
    b.set(2);
    t.join();
    System.out.println("R " + b);
  }
}
