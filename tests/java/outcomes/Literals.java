// errors:
// outcomes: same 2|new 1|new 2|box 2|lit 2
public class Literals {
  static int n;
  static class P { static Object l() { return "lock"; } }
  static int go(Object x, Object y) throws Exception {
    Thread t = new Thread(() -> { synchronized (x) { n++; } }), u = new Thread(() -> { synchronized (y) { n++; } });
    t.start(); u.start(); t.join(); u.join(); return n;
  }
  public static void main(String[] a) throws Exception {
    switch (gov.nasa.jpf.vm.Verify.getInt(0, 3)) {
    case 0: System.out.println("R same " + go("lock", P.l())); break;
    case 1: System.out.println("R new " + go("lock", new String("lock"))); break;
    case 2: System.out.println("R box " + go((Integer) 5, (Integer) 5)); break;
    default: System.out.println("R lit " + go("lo" + "ck", new String("lock").intern()));
    }
  }
}
