// errors: deadlock
// outcomes: done
public class InitSuperSub {
  static class Base { static final Base D = new Sub(); } static class Sub extends Base { static int k = 3; }
  static Object o; static int z;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> o = Base.D), u = new Thread(() -> z = Sub.k);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R done");
  }
}
