import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;
import bp.eventSets.EventsOfClass;

/**
 * A maze of n x n cells without walls, every cell offers itself when a neighbour has been entered:
 * jpf +bp.suppress_deadlock=true Maze.java 20 has 402 states and 1,520 edges.
 */
public class Maze {
  static class Enter extends Event {
    Enter(String name) {
      super(name);
    }
  }

  static final Event TRAPPED = new Event("TRAPPED");
  static final EventsOfClass ENTERS = new EventsOfClass(Enter.class);
  static final EventSet ANY = new EventSet(ENTERS, TRAPPED);

  static class Cell extends BThread {
    private final Event me;
    private final EventSet near;

    Cell(Event me, EventSet near) {
      super(me.getName());
      this.me = me;
      this.near = near;
    }

    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(none, near, none);
        if (bp.lastEvent == TRAPPED) {
          break;
        }
        bp.bSync(me, ANY, none);
        if (bp.lastEvent == TRAPPED) {
          break;
        }
      }
      bp.bSync(none, none, none);
    }
  }

  static class Start extends BThread {
    private final Event first;

    Start(Event first) {
      this.first = first;
    }

    @Override
    public void runBThread() {
      bp.bSync(first, none, none);
      bp.bSync(none, none, none);
    }
  }

  static class Trap extends BThread {
    private final Event last;

    Trap(Event last) {
      this.last = last;
    }

    @Override
    public void runBThread() {
      bp.bSync(none, last, none);
      bp.bSync(TRAPPED, none, ENTERS);
      bp.bSync(none, none, none);
    }
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Enter[][] cells = new Enter[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        cells[i][j] = new Enter(i + "," + j);
      }
    }
    bp.setBThreadEpsilon(1e9);
    double priority = 1;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        EventSet near = new EventSet(TRAPPED);
        for (int k = 0; k < 4; k++) {
          int x = i + (k - 1) % 2;
          int y = j + (k - 2) % 2;
          if (x >= 0 && x < n && y >= 0 && y < n) {
            near.add(cells[x][y]);
          }
        }
        bp.add(new Cell(cells[i][j], near), priority++);
      }
    }
    bp.add(new Start(cells[0][0]), priority++);
    bp.add(new Trap(cells[n - 1][n - 1]), priority);
    bp.startAll();
  }
}
