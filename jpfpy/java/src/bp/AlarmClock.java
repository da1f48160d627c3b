package bp;

import static bp.eventSets.EventSetConstants.none;

/**
 * After t milliseconds a b-thread of the given priority requests the event wakeup. Inside the checker it may go off at any
 * selection from start() on: that is a choice of the search.
 */
public class AlarmClock extends Thread {
  public Event wakeup = new Event("wakeup");

  /** What the choice of going off shows as. */
  final Event due;

  private final BProgram program;
  private final long t;
  private final double priority;

  public AlarmClock(BProgram bp, long t, double priority) {
    this.program = bp;
    this.t = t;
    this.priority = priority;
    due = new Event("alarm after " + t + " ms");
  }

  @Override
  public void start() {
    program.setAlarm(this);
    if (!BProgram.checking()) {
      super.start();
    }
  }

  @Override
  public void run() {
    try {
      sleep(t);
    } catch (InterruptedException e) {
      return;
    }
    program.alarm(this);
  }

  void ring() {
    BThread bt =
        new BThread("AlarmClock") {
          @Override
          public void runBThread() {
            program.bSync(wakeup, none, none);
          }
        };
    program.add(bt, priority);
    bt.startBThread();
  }
}
