import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;

/** A thread beside the b-threads: what they read of its field is the value before or after it wrote. */
public class Beside {
  static int x;

  static void write() {
    x = 1;
  }

  static void reads(boolean starts, int unwanted) throws InterruptedException {
    if (starts) {
      new Thread(Beside::write).start();
    }
    for (int i = 0; i < 2; i++) {
      bp.bSync(new Event("go"), none, none);
    }
    if (x == unwanted) {
      throw new AssertionError("x is " + x);
    }
  }

  public static void main(String[] args) {
    String when = args[0];
    int unwanted = Integer.parseInt(args[1]);
    if (when.equals("before")) {
      new Thread(Beside::write).start();
    }
    bp.add(
        new BThread("reader") {
          @Override
          public void runBThread() throws InterruptedException {
            reads(when.equals("within"), unwanted);
          }
        },
        1.0);
    bp.startAll();
  }
}
