import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BProgram;
import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableEventSet;

/** What goes wrong with a message, and event sets of the program's own. */
public class Misuse {
  static final Event A = new Event("a");
  static final Event B = new Event("b");

  interface Body {
    void run();
  }

  static BThread thread(String name, Body body) {
    return new BThread(name) {
      @Override
      public void runBThread() {
        body.run();
      }
    };
  }

  static class OnlyA implements EventSetInterface {
    @Override
    public boolean contains(Object o) {
      return o == A;
    }
  }

  public static void main(String[] args) {
    switch (args[0]) {
      case "outside":
        bp.bSync(A, none, none);
        break;
      case "priority":
        bp.add(thread("x", () -> {}), 1.0);
        bp.add(thread("y", () -> {}), 1.0);
        break;
      case "level":
        RequestableEventSet deep = new RequestableEventSet(new RequestableEventSet(A, new RequestableEventSet(B)));
        bp.add(thread("x", () -> bp.bSync(deep, none, none)), 1.0);
        bp.startAll();
        break;
      case "no priority":
        bp.add(thread("x", () -> {}), (Double) null);
        break;
      case "epsilon":
        bp.setBThreadEpsilon(-1);
        break;
      case "null in a request":
        bp.add(thread("x", () -> bp.bSync(new RequestableEventSet(A, null), none, none)), 1.0);
        bp.startAll();
        break;
      case "null in a set":
        new EventSet(A, null);
        break;
      case "null for a set":
        bp.add(thread("x", () -> bp.bSync(A, null, none)), 1.0);
        bp.startAll();
        break;
      case "null for a request":
        bp.add(thread("x", () -> bp.bSync(null, A, none)), 1.0);
        bp.add(thread("y", () -> bp.bSync(A, none, none)), 2.0);
        bp.startAll();
        break;
      case "another program":
        BProgram mine = new BProgram();
        mine.add(thread("x", () -> bp.bSync(A, none, none)), 1.0);
        mine.startAll();
        break;
      case "its own program": // bp is the b-thread's field here, as in BPJ
        BProgram one = new BProgram();
        one.add(
            new BThread("x") {
              @Override
              public void runBThread() {
                bp.bSync(A, none, none);
                assert bp == one && bp.lastEvent == A;
              }
            },
            1.0);
        one.startAll();
        break;
      case "started":
        bp.add(thread("x", () -> bp.startAll()), 1.0);
        bp.startAll();
        break;
      case "own":
        bp.add(thread("x", () -> bp.bSync(new RequestableEventSet(A, B), none, none)), 1.0);
        bp.add(thread("y", () -> bp.bSync(none, B, new OnlyA())), 2.0);
        bp.add(thread("z", () -> bp.bSync(A, none, none)), 3.0);
        bp.startAll();
        break;
      default:
        bp.add(
            thread(
                "x",
                () -> {
                  bp.bSync(A, none, none);
                  throw new AssertionError("after a");
                }),
            1.0);
        bp.startAll();
    }
  }
}
