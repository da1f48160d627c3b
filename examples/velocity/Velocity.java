import gov.nasa.jpf.vm.Verify;

/** The program asks for a velocity; which ones are tried stands in Velocity.jpf. */
public class Velocity {
  public static void main(String[] args) {
    double v = Verify.getDouble("velocity");
    System.out.println("velocity " + v);
    assert v <= 13250 : "too fast: " + v;
  }
}
