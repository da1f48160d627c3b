import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bApplication.BApplication;
import bp.BProgram;
import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;

/**
 * Three times hot and three times cold water, in any order; with "mix" as the argument, never the same twice in a row.
 * A bad state is two times hot in a row: jpf HotCold.java finds it, jpf +bp.suppress_deadlock=true HotCold.java mix does
 * not (that the others wait for ever at the end is no error then).
 */
public class HotCold implements BApplication {
  static final Event HOT = new Event("HOT");
  static final Event COLD = new Event("COLD");
  static boolean mix;

  static class Add extends BThread {
    private final Event event;

    Add(String name, Event event) {
      super(name);
      this.event = event;
    }

    @Override
    public void runBThread() {
      for (int i = 0; i < 3; i++) {
        bp.bSync(event, none, none);
      }
    }
  }

  static class Mix extends BThread {
    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(none, HOT, COLD);
        bp.bSync(none, COLD, HOT);
      }
    }
  }

  static class TwiceHot extends BThread {
    @Override
    public void runBThread() {
      int hot = 0;
      for (; ; ) {
        if (hot == 2) {
          BProgram.markNextVerificationStateAsBad("hot water twice in a row");
        }
        bp.bSync(none, new EventSet(HOT, COLD), none);
        hot = bp.lastEvent == HOT ? hot + 1 : 0;
      }
    }
  }

  @Override
  public void runBApplication() {
    bp.setBThreadEpsilon(1.0);
    bp.add(new Add("AddHot", HOT), 1.0);
    bp.add(new Add("AddCold", COLD), 1.5);
    if (mix) {
      bp.add(new Mix(), 3.0);
    }
    bp.add(new TwiceHot(), 9.0);
    bp.startAll();
  }

  public static void main(String[] args) {
    mix = args.length > 0;
    BProgram.startBApplication(HotCold.class);
  }
}
