// errors:
// outcomes: alive|dead
public class JoinTimed {
  static volatile int x;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { x = 1; x = 2; });
    t.start(); t.join(5); System.out.println("R " + (t.isAlive() ? "alive" : "dead"));
  }
}
