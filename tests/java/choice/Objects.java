import gov.nasa.jpf.vm.Verify;

/** Objects of a type: three As (one a B), reachable from a local, a static and a field. */
public class Objects {
  static class A {
    String name;
    A next;

    A(String n) {
      name = n;
    }
  }

  static class B extends A {
    B(String n) {
      super(n);
    }
  }

  static A fixed = new A("static");

  public static void main(String[] args) {
    A local = new A("local");
    local.next = new B("field");
    new A("garbage");
    A a = (A) Verify.getObject("k");
    System.out.println(a.name);
    B b = (B) Verify.randomObject("Objects$B");
    System.out.println(b.name);
    if (local.next == null) throw new AssertionError();
  }
}
