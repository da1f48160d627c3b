import gov.nasa.jpf.vm.Verify;

/** Draws twice, and forgets what it drew first. */
public class Forgets {
  public static void main(String[] args) {
    Verify.getBoolean();
    int x = Verify.getInt(1, 2);
    System.out.println(x);
  }
}
