// errors:
// outcomes: 0 0|1 1
// The reader goes back where the writer was at work: both words are of one moment.
public class SeqLock {
  static volatile int seq, x, y;
  public static void main(String[] a) throws Exception {
    int[] r = new int[2];
    Thread w = new Thread(() -> { seq++; x = 1; y = 1; seq++; });
    Thread q = new Thread(() -> { int s; do { while (((s = seq) & 1) != 0) { } r[0] = x; r[1] = y; }
      while (seq != s); });
    w.start(); q.start(); w.join(); q.join(); System.out.println("R " + r[0] + " " + r[1]);
  }
}
