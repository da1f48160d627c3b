// errors:
// outcomes: 1|2
// The default handler of main's exception adds to what the other thread counts and prints.
public class HandlerBeside {
  static volatile int n;
  public static void main(String[] z) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> n++);
    Thread t = new Thread(() -> { Thread.yield(); n++; System.out.println("R " + n); });
    t.start(); throw new RuntimeException("x");
  }
}
