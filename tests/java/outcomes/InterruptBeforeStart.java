// errors:
// outcomes: true
public class InterruptBeforeStart {
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> System.out.println("R " + Thread.currentThread().isInterrupted()));
    t.interrupt(); t.start(); t.join();
  }
}
