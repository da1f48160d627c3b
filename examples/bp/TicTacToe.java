import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.none;

import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableEventSet;

/**
 * Tic-tac-toe with both players free to move: jpf +bp.suppress_deadlock=true TicTacToe.java has 5,478 states. Without the
 * key the end of a game is a deadlock: the players wait for ever.
 */
public class TicTacToe {
  static final Event[] X = new Event[9];
  static final Event[] O = new Event[9];
  static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  static EventSet allX;
  static EventSet allO;
  static EventSet moves;

  /** A square is taken once; where it stands says by whom. */
  static class Square extends BThread {
    private final Event x;
    private final EventSet mine;

    Square(int i) {
      super("Sq" + i);
      x = X[i];
      mine = new EventSet(X[i], O[i]);
    }

    @Override
    public void runBThread() {
      bp.bSync(none, mine, none);
      if (bp.lastEvent == x) {
        bp.bSync(none, none, mine);
      } else {
        bp.bSync(none, none, mine);
      }
    }
  }

  static class Turns extends BThread {
    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(none, allX, allO);
        bp.bSync(none, allO, allX);
      }
    }
  }

  /** Three in a row end the game. */
  static class Win extends BThread {
    private final EventSet line;

    Win(Event[] who, int[] at, String name) {
      super(name);
      line = new EventSet(who[at[0]], who[at[1]], who[at[2]]);
    }

    @Override
    public void runBThread() {
      EventSetInterface line = this.line;
      for (int i = 0; i < 3; i++) {
        bp.bSync(none, line, none);
      }
      bp.bSync(none, none, moves);
    }
  }

  static class Player extends BThread {
    private final RequestableEventSet any;

    Player(String name, Event[] mine) {
      super(name);
      any = new RequestableEventSet(new RequestableEventSet(mine));
    }

    @Override
    public void runBThread() {
      for (; ; ) {
        bp.bSync(any, none, none);
      }
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 9; i++) {
      X[i] = new Event("X" + i);
      O[i] = new Event("O" + i);
    }
    allX = new EventSet(X);
    allO = new EventSet(O);
    moves = new EventSet(allX, allO);
    double priority = 1;
    for (int i = 0; i < 9; i++) {
      bp.add(new Square(i), priority++);
    }
    bp.add(new Turns(), priority++);
    for (int i = 0; i < 8; i++) {
      bp.add(new Win(X, LINES[i], "WX" + i), priority++);
      bp.add(new Win(O, LINES[i], "WO" + i), priority++);
    }
    bp.add(new Player("PlayerX", X), priority++);
    bp.add(new Player("PlayerO", O), priority);
    bp.startAll();
  }
}
