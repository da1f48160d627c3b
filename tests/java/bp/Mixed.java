import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;

/** Java's part of programs whose other b-threads are in tests/test_bp_java.py: hot and cold water by turns. */
public class Mixed {
  /** Initialized after Python's b-threads have named the events. */
  static class Events {
    static final Event HOT = new Event("HOT");
    static final Event COLD = new Event("COLD");
  }

  static class Alternate extends BThread {
    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(none, Events.HOT, Events.COLD);
        bp.bSync(none, Events.COLD, Events.HOT);
      }
    }
  }

  static class Add extends BThread {
    private final Event event;
    private final int n;

    Add(Event event, int n) {
      super("Add" + event);
      this.event = event;
      this.n = n;
    }

    @Override
    public void runBThread() {
      for (int i = 0; i < n; i++) {
        bp.bSync(event, none, none);
      }
    }
  }

  public static void main(String[] args) {
    bp.setBThreadEpsilon(1.0);
    if (args.length == 0) {
      bp.add(new Alternate(), 5.0);
    }
    bp.startAll();
  }
}
