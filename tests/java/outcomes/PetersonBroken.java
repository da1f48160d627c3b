// errors: AssertionError
// outcomes: x
public class PetersonBroken {
  static volatile boolean f0, f1; static volatile int turn; static int in, n;
  static void cs() { int k = ++in; assert k == 1; n++; in--; }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { turn = 1; f0 = true; while (f1 && turn == 1) { } cs(); f0 = false; });
    Thread u = new Thread(() -> { turn = 0; f1 = true; while (f0 && turn == 0) { } cs(); f1 = false; });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R x" );
  }
}
