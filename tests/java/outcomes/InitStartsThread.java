// errors:
// outcomes: 2 0|2 2
/** A thread that an initializer starts, and does not wait for, sees the class when it is done. */
public class InitStartsThread {
  static class A {
    static int x;
    static {
      x = 1;
      new Thread(() -> B.y = x).start();
      x = 2;
    }
  }

  static class B {
    static volatile int y;
  }

  public static void main(String[] a) {
    int x = A.x;
    System.out.println("R " + x + " " + B.y);
  }
}
