// errors:
// outcomes: 1|2|3
// How many of three threads are alive when main asks.
public class ActiveThreads {
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(() -> { }), u = new Thread(() -> { });
    t.start(); u.start();
    System.out.println("R " + Thread.activeCount());
  }
}
