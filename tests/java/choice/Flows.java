import gov.nasa.jpf.vm.Verify;

/** Attributes that Verify sets go with the values. */
public class Flows {
  int f;
  static int id(int v) { return v; }
  public static void main(String[] args) {
    Flows o = new Flows();
    Verify.setFieldAttribute(o, "f", 3);
    int x = o.f;
    System.out.println("load " + Verify.getLocalAttribute("x"));
    int y = x;
    System.out.println("copy " + Verify.getLocalAttribute("y"));
    int z = id(x);
    System.out.println("call " + Verify.getLocalAttribute("z"));
    int w = x + 1;
    System.out.println("computed " + Verify.getLocalAttribute("w"));
    Verify.setLocalAttribute("w", 7);
    o.f = w;
    System.out.println("store " + Verify.getFieldAttribute(o, "f"));
  }
}
