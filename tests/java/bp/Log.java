import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;
import bp.eventSets.RequestableEventSet;

/** Three selections of two events, and their log. */
public class Log {
  static final Event A = new Event("a");
  static final Event B = new Event("b");

  static class Three extends BThread {
    @Override
    public void runBThread() {
      for (int i = 0; i < 3; i++) {
        bp.bSync(new RequestableEventSet(new RequestableEventSet(A, B)), none, none);
      }
      bp.bSync(none, none, none);
    }
  }

  public static void main(String[] args) {
    bp.add(new Three(), 1.0);
    bp.startAll();
    bp.printEventLog();
  }
}
