import gov.nasa.jpf.vm.Verify;

/** Attributes come and go with the path. */
public class Attributes {
  int f;
  static int s;

  static void local(boolean set) {
    int x = 1;
    if (set) Verify.setLocalAttribute("x", 5);
    check(Verify.getLocalAttribute("x"), set ? 5 : 0);
    if (x != 1) throw new AssertionError();
  }

  static void check(int is, int should) {
    if (is != should) throw new AssertionError(is + " instead of " + should);
  }

  public static void main(String[] args) {
    Attributes o = new Attributes();
    int[] a = new int[3];
    check(Verify.getFieldAttribute(o, "f"), 0);
    boolean b = Verify.getBoolean();
    check(Verify.getFieldAttribute(o, "f"), 0);
    Verify.setFieldAttribute(o, "f", b ? 7 : 8);
    Verify.setElementAttribute(a, 2, 3);
    Verify.setObjectAttribute(o, 9);
    Verify.setFieldAttribute(Attributes.class, "s", 4);
    int v = Verify.getInt(0, 2);
    check(Verify.getFieldAttribute(o, "f"), b ? 7 : 8);
    Verify.addFieldAttribute(o, "f", v);
    check(Verify.getFieldAttributes(o, "f").length, 2);
    check(Verify.getElementAttribute(a, 2), 3);
    check(Verify.getElementAttribute(a, 1), 0);
    check(Verify.getObjectAttribute(o), 9);
    check(Verify.getFieldAttribute(Attributes.class, "s"), 4);
    local(true);
    local(false);
    if (o.f + s + a[0] != 0) throw new AssertionError();
    Verify.incrementCounter(0);
  }
}
