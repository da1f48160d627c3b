// errors: IllegalThreadStateException
// outcomes: 1
/** Two threads start a third: exactly one of them may. */
public class StartTwiceRace {
  static int runs;

  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> runs++);
    Thread u = new Thread(() -> {
      try {
        t.start();
      } catch (IllegalThreadStateException e) {
        // main was first
      }
    });
    u.start();
    t.start();
    u.join();
    t.join();
    System.out.println("R " + runs);
  }
}
