import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.all;
import static bp.eventSets.EventSetConstants.none;

import bp.AlarmClock;
import bp.BProgram;
import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;
import bp.eventSets.RequestableEventSet;
import bp.exceptions.BPJInterruptingEventException;
import bp.state.Fairness;
import gov.nasa.jpf.vm.Verify;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;

/** One b-program for each part of the interface; the first argument names it (tests/test_bp_java.py has the verdicts). */
public class Features {
  static final Event A = new Event("a");
  static final Event B = new Event("b");
  static final Event C = new Event("c");

  interface Body {
    void run() throws InterruptedException;
  }

  static void add(String name, double priority, Body body) {
    bp.add(
        new BThread(name) {
          @Override
          public void runBThread() throws InterruptedException {
            body.run();
          }
        },
        priority);
  }

  static RequestableEventSet either(Event... events) {
    return new RequestableEventSet(new RequestableEventSet(events));
  }

  static ArrayList<HashSet<Event>> sets(Event... events) {
    ArrayList<HashSet<Event>> out = new ArrayList<>();
    for (Event e : events) {
      out.add(new HashSet<>(Arrays.asList(e)));
    }
    return out;
  }

  /** Waits for b, and is hot until it comes; a and b can always happen. */
  static void waitForB() {
    add("either", 1.0, () -> {
      for (; ; ) {
        bp.bSync(either(A, B), none, none);
      }
    });
    add("hot", 2.0, () -> {
      for (; ; ) {
        BProgram.markNextVerificationStateAsHot();
        bp.bSync(none, B, none);
        bp.bSync(none, A, none);
      }
    });
  }

  /** b is possible in every other state only. */
  static void sometimesB() {
    waitForB();
    add("gate", 3.0, () -> {
      for (; ; ) {
        bp.bSync(none, A, B);
        bp.bSync(none, all, none);
      }
    });
  }

  static void fair(String kind, Event e) {
    Fairness.initFairness(sets(kind.equals("unconditional") ? new Event[] {e} : new Event[0]),
        sets(kind.equals("strong") ? new Event[] {e} : new Event[0]),
        sets(kind.equals("weak") ? new Event[] {e} : new Event[0]));
  }

  /** One of the two is hot at any time. */
  static void turns() {
    for (int i = 0; i < 2; i++) {
      Event mine = i == 0 ? A : B;
      Event other = i == 0 ? B : A;
      boolean first = i == 0;
      add("T" + i, i, () -> {
        if (!first) {
          bp.bSync(none, other, none);
        }
        for (; ; ) {
          BProgram.markNextVerificationStateAsHot();
          bp.bSync(mine, none, none);
          bp.bSync(none, other, none);
        }
      });
    }
  }

  /** Hot for ever, with a choice, or with more than a transition holds, in each step. */
  static void hotSteps(boolean choice) {
    add("hot", 1.0, () -> {
      for (; ; ) {
        BProgram.markNextVerificationStateAsHot();
        bp.bSync(A, none, none);
        if (choice) {
          Verify.getBoolean();
        }
        for (int i = 0; i < (choice ? 0 : 3000); i++) {
          bp.getName();
        }
      }
    });
  }

  /** b can happen at any time and ends it all. */
  static void hotUntilB(boolean parked) {
    add("hot", 1.0, () -> {
      do {
        BProgram.markNextVerificationStateAsHot();
        bp.bSync(either(A, B), none, none);
      } while (bp.lastEvent == A);
      if (parked) {
        bp.bSync(none, C, none);
      }
    });
  }

  /** The alarm may go off after any number of ticks. */
  static void alarm() {
    bp.setBThreadEpsilon(10);
    add("sleeper", 1.0, () -> {
      AlarmClock clock = new AlarmClock(bp, 100, 9.0);
      clock.start();
      int ticks = 0;
      for (bp.bSync(none, all, none); bp.lastEvent != clock.wakeup; bp.bSync(none, all, none)) {
        ticks++;
      }
      assert ticks != 2 : "woken after two";
    });
    add("ticks", 2.0, () -> {
      for (int i = 0; i < 3; i++) {
        bp.bSync(A, none, none);
      }
    });
  }

  /** main is a b-thread itself. */
  static void javaThread() {
    bp.setBThreadEpsilon(10);
    int[] seen = {0};
    add("other", 2.0, () -> {
      bp.bSync(B, none, none);
      seen[0]++;
      bp.bSync(none, A, none);
    });
    bp.add("main", 1.0);
    bp.startAll();
    bp.bSync(none, B, none);
    assert seen[0] == 0 : "main goes on first";
    bp.bSync(A, none, none);
    bp.remove();
    assert bp.getAllBThreads().size() == 1;
  }

  /** Labels say the parity of an endless count; with "wrong" they hide what matters. */
  static void labels(boolean wrong) {
    add("count", 1.0, () -> {
      for (int i = 0; ; i++) {
        BProgram.labelNextVerificationState(wrong ? 0 : i % 2);
        bp.bSync(i % 2 == 0 ? A : B, none, none);
      }
    });
  }

  static void choices() {
    add("chooses", 1.0, () -> {
      int n = Verify.getInt(0, 2);
      for (int i = 0; i < n; i++) {
        bp.bSync(A, none, none);
      }
      assert n != 2 : "two";
    });
  }

  static void interrupting() {
    bp.add(
        new BThread("waits") {
          @Override
          public void runBThread() {
            interruptingEvents = A;
            try {
              bp.bSync(none, B, none);
            } catch (BPJInterruptingEventException e) {
              throw new AssertionError("interrupted by " + bp.lastEvent);
            }
          }
        },
        1.0);
    add("asks", 2.0, () -> bp.bSync(A, none, none));
  }

  static void pruned() {
    add("asks", 1.0, () -> {
      bp.bSync(either(A, B, C), none, none);
      if (bp.lastEvent == A) {
        bp.pruneSearchNow("not a");
      }
      if (bp.lastEvent == B) {
        bp.pruneAtNextVerificationState();
      }
      bp.bSync(C, none, none);
      bp.bSync(C, none, none);
    });
  }

  /** The sets are collections, as applications use them. */
  static void sets() {
    EventSet s = new EventSet("s", A, B);
    HashSet<?> asSet = s;
    assert asSet.size() == 2 && s.contains(A) && !s.contains(C) && s.remove(A) && !s.contains(A);
    s.addAll(Arrays.asList(C, B));
    assert s.size() == 2 && s.toArray().length == 2 && s.iterator().next() == B && s.toString().equals("s");
    add("uses", 1.0, () -> bp.bSync(A, none, s));
  }

  public static void main(String[] args) {
    String what = args[0];
    if (what.startsWith("fair")) {
      switch (args[1]) {
        case "sometimes" -> sometimesB();
        case "ends" -> hotUntilB(false);
        case "parks" -> hotUntilB(true);
        default -> waitForB();
      }
      if (args.length > 2) {
        fair(args[2], args[3].equals("b") ? B : C);
      }
    } else if (what.equals("javathread")) {
      javaThread();
      return;
    } else {
      switch (what) {
        case "turns" -> turns();
        case "hotsteps" -> hotSteps(args[1].equals("choice"));
        case "alarm" -> alarm();
        case "labels" -> labels(args.length > 1);
        case "choices" -> choices();
        case "interrupting" -> interrupting();
        case "pruned" -> pruned();
        default -> sets();
      }
    }
    bp.startAll();
  }
}
