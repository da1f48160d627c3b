import gov.nasa.jpf.vm.Verify;

/** Prints one choice of the kind that the first argument names. */
public class Named {
  static String join(int[] p) {
    String s = "";
    for (int i : p) s += i;
    return s;
  }

  public static void main(String[] args) {
    switch (args[0]) {
      case "int": System.out.println(Verify.getInt("k")); break;
      case "double": System.out.println(Verify.getDouble("k")); break;
      case "object": System.out.println(join((int[]) Verify.getObject("k"))); break;
      case "full": System.out.println(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE) == 0); break;
      case "interval": System.out.println(Verify.getInt(1, 100)); break;
      case "interval2": System.out.println(Verify.getInt(1, 2)); break;
      case "cpus": System.out.println(Runtime.getRuntime().availableProcessors()); break;
      case "random": {
        java.util.Random r = new java.util.Random();
        System.out.println(r.nextInt(4) + "" + r.nextBoolean());
        break;
      }
      case "flip": System.out.println(Verify.getBitFlip((byte) 0, 2)); break;
      case "bool": System.out.println(Verify.getBoolean()); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
