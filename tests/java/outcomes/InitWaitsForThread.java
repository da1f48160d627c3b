// errors: deadlock
// outcomes:
public class InitWaitsForThread {
  static int x;
  static { Thread t = new Thread(() -> x++); t.start(); try { t.join(); } catch (InterruptedException e) { } }
  public static void main(String[] a) { System.out.println("R main"); }
}
