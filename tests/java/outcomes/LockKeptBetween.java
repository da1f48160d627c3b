// errors: deadlock
// outcomes: 1 2
// One gives p back while it keeps q, and wants p again; the other has p and wants q, or the reverse.
import java.util.concurrent.locks.*;
public class LockKeptBetween {
  static final ReentrantLock p = new ReentrantLock(), q = new ReentrantLock(); static int a, b;
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(() -> { p.lock(); a++; if (a == 1) q.lock(); p.unlock(); p.lock(); a--;
      if (a == 0) q.unlock(); p.unlock(); });
    Thread u = new Thread(() -> { q.lock(); p.lock(); p.unlock(); q.unlock(); });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R 1 2");
  }
}
