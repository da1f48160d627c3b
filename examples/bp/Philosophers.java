import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;

/**
 * N dining philosophers and their forks: jpf Philosophers.java 3 finds the deadlock, jpf Philosophers.java 3 left, where the
 * last one is left-handed, has none.
 */
public class Philosophers {
  static int n;
  static Event[] upRight;
  static Event[] upLeft;
  static Event[] down;

  static class Philosopher extends BThread {
    private final int right;
    private final int left;
    private final boolean leftFirst;

    Philosopher(int i, boolean leftFirst) {
      super("P" + i);
      right = i;
      left = (i + n - 1) % n;
      this.leftFirst = leftFirst;
    }

    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(leftFirst ? upLeft[left] : upRight[right], none, none);
        bp.bSync(leftFirst ? upRight[right] : upLeft[left], none, none);
        bp.bSync(down[right], none, none);
        bp.bSync(down[left], none, none);
      }
    }
  }

  /** A fork that is up cannot be taken by the other side until it is put down. */
  static class Fork extends BThread {
    private final int i;
    private final EventSet up;

    Fork(int i) {
      super("F" + i);
      this.i = i;
      up = new EventSet(upLeft[i], upRight[i]);
    }

    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(none, up, none);
        bp.bSync(none, down[i], bp.lastEvent == upRight[i] ? upLeft[i] : upRight[i]);
      }
    }
  }

  public static void main(String[] args) {
    n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    upRight = new Event[n];
    upLeft = new Event[n];
    down = new Event[n];
    for (int i = 0; i < n; i++) {
      upRight[i] = new Event("right" + i);
      upLeft[i] = new Event("left" + i);
      down[i] = new Event("down" + i);
    }
    bp.setBThreadEpsilon(100);
    for (int i = 0; i < n; i++) {
      bp.add(new Philosopher(i, args.length > 1 && i == n - 1), 2.0 * i + 1);
      bp.add(new Fork(i), 2.0 * i + 2);
    }
    bp.startAll();
  }
}
