// errors: AssertionError
// outcomes: 0|1
// The driver's flag is looked at before the request is counted: it may be stopped in between.
public class StopFlag {
  static int pending = 1, done; static boolean stopping, stopEvent, stopped;
  static synchronized int inc() { if (stopping) return -1; pending++; return 0; }
  static boolean flag() { return stopping; }
  static synchronized void up() { pending++; }
  static synchronized void dec() { if (--pending == 0) { stopEvent = true; StopFlag.class.notifyAll(); } }
  public static void main(String[] z) throws Exception {
    Thread add = new Thread(() -> { if (flag()) return; up(); assert !stopped; done++; dec(); });
    add.start();
    synchronized (StopFlag.class) { stopping = true; }
    dec();
    synchronized (StopFlag.class) { while (!stopEvent) StopFlag.class.wait(); }
    stopped = true;
    add.join();
    System.out.println("R " + done);
  }
}
