// errors:
// outcomes: 0|1
// The hook runs when main has ended; the daemon may not have begun.
public class HookBesideDaemon {
  static volatile int n;
  public static void main(String[] z) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("R " + n)));
    Thread t = new Thread(() -> n = 1); t.setDaemon(true); t.start();
  }
}
