// errors: IllegalStateException
// outcomes: 0 0|0 1|1 0
// Find and mark are two sections: both threads may find 0, and the second to mark it throws.
public class FindThenMark {
  final boolean[] used = new boolean[2];
  synchronized int find() { for (int i = 0; i < 2; i++) if (!used[i]) return i; return -1; }
  synchronized void mark(int i) { if (used[i]) throw new IllegalStateException("" + 1); used[i] = true; }
  public static void main(String[] z) throws Exception {
    FindThenMark v = new FindThenMark(); int[] r = new int[2]; Thread[] t = new Thread[2];
    for (int i = 0; i < 2; i++) { int k = i; t[i] = new Thread(() -> { { int b = v.find(); v.mark(b); r[k] = b; }
      }); t[i].start(); }
    for (Thread x : t) x.join();
    System.out.println("R " + r[0] + " " + r[1]);
  }
}
