// errors: deadlock
// outcomes:
public class JoinCycle {
  static Thread t, u;
  public static void main(String[] a) throws Exception {
    t = new Thread(() -> { try { u.join(); } catch (InterruptedException e) { } });
    u = new Thread(() -> { try { t.join(); } catch (InterruptedException e) { } });
    t.start(); u.start();
  }
}
