import gov.nasa.jpf.vm.Verify;

/** Draws two ints; examples/cascades/extra_ints.py adds a choice of its own to each. */
public class Ints {
  public static void main(String[] args) {
    int a = Verify.getInt(1, 2);
    int b = Verify.getInt(5, 7);
    System.out.println(a + " " + b);
  }
}
