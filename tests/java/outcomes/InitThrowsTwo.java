// errors:
// outcomes: ExceptionInInitializerError NoClassDefFoundError|NoClassDefFoundError ExceptionInInitializerError
/** The thread whose initialization fails gets the exception, the one that waited for it another. */
public class InitThrowsTwo {
  static class A {
    static int x;
    static {
      if (x == 0) throw new IllegalStateException("no");
    }
  }

  static String other;

  static String touch() {
    try {
      return "" + A.x;
    } catch (LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }

  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> other = touch());
    t.start();
    String mine = touch();
    t.join();
    System.out.println("R " + mine + " " + other);
  }
}
