import static bp.BProgram.bp;
import static bp.eventSets.EventSetConstants.all;
import static bp.eventSets.EventSetConstants.none;

import bApplication.BApplication;
import bp.BProgram;
import bp.BThread;
import bp.Event;
import bp.eventSets.EventSet;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableEventSet;
import bp.eventSets.RequestableInterface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * A b-program given as a table (tests/bp_tables.py makes the text): one b-thread a line,
 * name TAB priority TAB start TAB steps; steps are separated by |, their parts request/wait/block/flags/next/do by /.
 * With "equal" as the second argument each mention of an event makes a new one, equal to the others by its name.
 */
public class Tables implements BApplication {
  static final Map<String, Event> events = new HashMap<>();
  static String text;
  static int[] shared = new int[2];
  static ArrayList<Event> given;
  static boolean equal;

  static class Named extends Event {
    Named(String name) {
      super(name);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Named n && n.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  static Event event(String name) {
    return equal ? new Named(name) : events.computeIfAbsent(name, Event::new);
  }

  static class Step {
    RequestableInterface request = none;
    EventSetInterface wait = none;
    EventSetInterface block = none;
    boolean hot;
    boolean bad;
    boolean prune;
    final Map<Event, String> acts = new HashMap<>();
    final Map<Event, Integer> next = new HashMap<>();
    int other = -1;

    Step(String s) {
      String[] p = s.split("/", -1);
      if (!p[0].isEmpty()) {
        RequestableEventSet set = new RequestableEventSet();
        for (String g : p[0].split(" ")) {
          if (g.contains("+")) {
            RequestableEventSet inner = new RequestableEventSet();
            for (String e : g.split("\\+")) {
              inner.add(event(e));
            }
            set.add(inner);
          } else {
            set.add(event(g));
          }
        }
        request = set.size() == 1 && set.get(0).isEvent() ? set.get(0) : set;
      }
      wait = set(p[1]);
      block = set(p[2]);
      hot = p[3].contains("h");
      bad = p[3].contains("b");
      prune = p[3].contains("p");
      for (String a : p[5].isEmpty() ? new String[0] : p[5].split(" ")) {
        acts.put(event(a.substring(0, a.indexOf('='))), a.substring(a.indexOf('=') + 1));
      }
      if (!p[4].isEmpty()) {
        for (String n : p[4].split(" ")) {
          int eq = n.lastIndexOf('=');
          String e = n.substring(0, eq);
          int to = Integer.parseInt(n.substring(eq + 1));
          if (e.equals("*")) {
            other = to;
          } else {
            next.put(event(e), to);
          }
        }
      }
    }

    static EventSetInterface set(String s) {
      if (s.isEmpty()) {
        return none;
      }
      if (s.equals("*")) {
        return all;
      }
      EventSet set = new EventSet();
      for (String e : s.split(" ")) {
        set.add(event(e));
      }
      return set;
    }
  }

  static class Row extends BThread {
    private final Step[] steps;
    private final int start;
    private int count;
    private ArrayList<Event> list; // made on the way

    Row(String name, int start, Step[] steps) {
      super(name);
      this.start = start;
      this.steps = steps;
    }

    private void act(String what, int at, Event e) {
      switch (what) {
        case "fail" -> throw new AssertionError(getName() + " " + at + " " + e);
        case "prune" -> bp.pruneSearchNow();
        case "share" -> {
          int mine = Integer.parseInt(getName().substring(1)) % 2;
          shared[mine] = (shared[mine] + 1) % 3;
          check(shared[0] != 2 || shared[1] != 2, "both are two");
        }
        case "count" -> check(++count % 4 != 3, "counted to three"); // what only this one has
        case "list" -> {
          list = list == null ? new ArrayList<>() : list;
          list.add(e);
          check(list.size() % 4 != 3, "a list of three");
          if (list.size() == 4) {
            list = null;
          }
        }
        case "give" -> given = list; // others add to it then
        case "take" -> list = given;
        case "clear" -> given = null;
        case "look" -> check(given == null || given.size() != 2, "a given list of two");
        default -> throw new IllegalArgumentException(what);
      }
    }

    private static void check(boolean ok, String message) {
      if (!ok) {
        throw new AssertionError(message);
      }
    }

    @Override
    public void runBThread() {
      int at = start;
      for (; ; ) {
        Step s = steps[at];
        if (s.hot) {
          BProgram.markNextVerificationStateAsHot();
        }
        if (s.bad) {
          BProgram.markNextVerificationStateAsBad("bad");
        }
        if (s.prune) {
          bp.pruneAtNextVerificationState();
        }
        bp.bSync(s.request, s.wait, s.block);
        if (s.acts.containsKey(bp.lastEvent)) {
          act(s.acts.get(bp.lastEvent), at, bp.lastEvent);
        }
        Integer to = s.next.get(bp.lastEvent);
        at = to != null ? to : s.other >= 0 ? s.other : at;
        if (at == steps.length) {
          return;
        }
      }
    }
  }

  @Override
  public void runBApplication() {
    String[] lines = text.split("\n");
    bp.setBThreadEpsilon(Double.parseDouble(lines[0]));
    for (int i = 1; i < lines.length; i++) {
      String[] f = lines[i].split("\t", -1);
      String[] s = f[3].split("\\|", -1);
      Step[] steps = new Step[s.length];
      for (int k = 0; k < s.length; k++) {
        steps[k] = new Step(s[k]);
      }
      bp.add(new Row(f[0], Integer.parseInt(f[2]), steps), Double.parseDouble(f[1]));
    }
    bp.startAll();
  }

  public static void main(String[] args) {
    text = args[0];
    equal = args.length > 1 && args[1].equals("equal");
    if (text.indexOf('\n') < 0) { // as bp.BProgram(args=...) takes it
      text = text.replace('~', '\n').replace('^', '\t').replace('_', ' ');
    }
    BProgram.startBApplication(Tables.class);
  }
}
