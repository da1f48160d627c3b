// errors:
// outcomes: 1|2
// Both may draw ticket 0, and then neither keeps the other out.
import java.util.concurrent.atomic.*;
public class TicketTorn {
  static AtomicInteger next = new AtomicInteger(); static volatile int serving; static int n;
  static void run() {
    int my = next.get(); next.set(my + 1);
    while (serving < my) Thread.onSpinWait();
    n++; serving = my + 1;
  }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(TicketTorn::run), u = new Thread(TicketTorn::run);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + n);
  }
}
