import gov.nasa.jpf.vm.Verify;

/** All native kinds, the first with as many choices as the second argument says. */
public class Native {
  public static void main(String[] args) {
    int i = Verify.getInt(1, Integer.parseInt(args[1]));
    if (i == 1) {
      Verify.getBoolean();
      Verify.getIntFromList(3, 4);
      Verify.getDoubleFromList(0.5, 1);
      Verify.getBitFlip(0L, 1, 3);
    }
  }
}
