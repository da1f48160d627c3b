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
import java.util.HashMap;
import java.util.Map;

/**
 * A b-program given as a table (tests/bp_tables.py makes the text): one b-thread a line,
 * name TAB priority TAB start TAB steps; steps are separated by |, their parts request/wait/block/flags/next by /.
 * With "equal" as the second argument each mention of an event makes a new one, equal to the others by its name.
 */
public class Tables implements BApplication {
  static final Map<String, Event> events = new HashMap<>();
  static String text;
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

    Row(String name, int start, Step[] steps) {
      super(name);
      this.start = start;
      this.steps = steps;
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
        bp.bSync(s.request, s.wait, s.block);
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
    BProgram.startBApplication(Tables.class);
  }
}
