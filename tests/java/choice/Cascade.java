import gov.nasa.jpf.vm.Verify;

/** Each call of ask is three generators at once, which the test's peer registers. */
public class Cascade {
  static int ask(int n) {
    throw new AssertionError("no peer");
  }

  public static void main(String[] args) {
    int points = Integer.parseInt(args[0]);
    int n = Integer.parseInt(args[1]);
    String s = "";
    for (int i = 0; i < points; i++) s += (i == 0 ? "" : ".") + ask(n);
    System.out.println(s);
  }
}
