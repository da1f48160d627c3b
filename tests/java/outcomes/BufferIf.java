// errors: AssertionError deadlock
// outcomes:
public class BufferIf {
  static class B { int n;
    synchronized void put() { n++; notifyAll(); }
    synchronized void get() throws InterruptedException { if (n == 0) wait(); assert n > 0; n--; } }
  public static void main(String[] a) throws Exception {
    B b = new B();
    Runnable g = () -> { try { b.get(); } catch (InterruptedException e) { } };
    new Thread(g).start(); new Thread(g).start(); b.put();
  }
}
