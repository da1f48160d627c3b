/** Draws often and prints nothing: for what a search keeps. */
public class Quiet {
  static native int ask(int n);

  public static void main(String[] args) {
    int points = Integer.parseInt(args[0]), n = Integer.parseInt(args[1]), sum = 0;
    for (int i = 0; i < points; i++) sum += ask(n);
    if (sum < 0) throw new AssertionError();
  }
}
