package bp;

import bp.eventSets.EventSet;
import bp.eventSets.EventSetConstants;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableEventSet;
import bp.eventSets.RequestableInterface;
import bp.exceptions.BPJException;
import bp.exceptions.PythonException;
import bp.state.Fairness;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * B-threads written in Python beside those in Java (jpfpy/bp/mixed.py answers the methods marked as its own). Events of the
 * two sides are the same if their names are. Local states of Python b-threads are numbers: they are in the heap with all
 * the rest, and come back with it.
 */
public final class Mixed {
  private static final String PART = "\u0001";
  private static final String ITEM = "\u0002";
  private static final String INNER = "\u0003";

  static final boolean on = bthreads() != null;
  private static ArrayList<Event> fresh = new ArrayList<>(); // a new one each time: its modCount is state
  private static Event[] known = {}; // by name, so that it does not matter in which order they came
  private static final ArrayList<Python> pythons = new ArrayList<>();
  private static int[] regions;
  private static boolean joined;

  private Mixed() {}

  // --- Python's

  /** The b-threads: kind, name, priority and more of each; null: this program has none in Python. */
  private static String bthreads() {
    return null;
  }

  /** The statement of a b-thread after an event in a local state (-1: the first). */
  private static String step(int bthread, int local, int region, String event) {
    return null;
  }

  private static boolean member(int set, String event) {
    return false;
  }

  /** Of a run that Python makes: the place of the event among those named, -1: none, the run ends; -2: it makes none. */
  private static int select(String events, String lanes) {
    return -2;
  }

  // --- runs (jpfpy/bp/run.py)

  /** The same, with what each b-thread said: name, requested, waited for, blocked; the places requested, and gone on with. */
  static int select(BThread[] bthreads, int count, Event[] candidates) {
    StringBuilder names = new StringBuilder();
    StringBuilder lanes = new StringBuilder();
    for (Event e : candidates) {
      names.append(names.length() == 0 ? "" : ITEM).append(e);
    }
    for (int i = 0; i < count; i++) {
      BThread bt = bthreads[i];
      if (bt.stage != 2) {
        continue;
      }
      lanes.append(lanes.length() == 0 ? "" : ITEM);
      lanes.append(
          String.join(
              PART,
              bt.getName(),
              text(bt.requestedEvents, false),
              text(bt.watchedEvents, false),
              text(bt.blockedEvents, false),
              places(candidates, bt, false),
              places(candidates, bt, true)));
    }
    return select(names.toString(), lanes.toString());
  }

  private static String places(Event[] candidates, BThread bt, boolean waits) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < candidates.length; i++) {
      Event e = candidates[i];
      if (bt.requestedEvents.contains(e)
          || (waits && (bt.watchedEvents.contains(e) || bt.interruptingEvents.contains(e)))) {
        out.append(out.length() == 0 ? "" : ",").append(i);
      }
    }
    return out.toString();
  }

  /** As in traces (csrc/native/bplanes.c). */
  private static String text(Object set, boolean inner) {
    if (set == EventSetConstants.none) {
      return "";
    }
    if (set == EventSetConstants.all) {
      return "ALL";
    }
    boolean request = set instanceof RequestableEventSet;
    if (!request && !(set instanceof EventSet)) {
      return set.toString();
    }
    StringBuilder out = new StringBuilder();
    for (Object member : (Iterable<?>) set) {
      out.append(out.length() == 0 ? "" : ", ").append(text(member, true));
    }
    return inner && request ? "{" + out + "}" : out.toString();
  }

  /** What follows up to quiet(false) is the same whoever does it first: for bp.por in the VM. */
  private static void quiet(boolean on) {}

  // --- events

  /** The place of the event of that name, or -1 - where it belongs. */
  private static int place(String name) {
    int from = 0;
    int to = known.length - 1;
    while (from <= to) {
      int mid = (from + to) >>> 1;
      int c = known[mid].getName().compareTo(name);
      if (c == 0) {
        return mid;
      }
      if (c < 0) {
        from = mid + 1;
      } else {
        to = mid - 1;
      }
    }
    return -1 - from;
  }

  private static void put(Event e, int place) {
    Event[] all = new Event[known.length + 1];
    System.arraycopy(known, 0, all, 0, place);
    all[place] = e;
    System.arraycopy(known, place, all, place + 1, known.length - place);
    known = all;
  }

  static void made(Event e) {
    fresh.add(e);
  }

  /** Events that were made since take the place of what Python's b-threads meant by their names. */
  static void update() {
    if (fresh.isEmpty()) {
      return;
    }
    for (Event e : fresh) {
      int at = place(e.getName());
      if (at < 0) {
        put(e, -1 - at);
      } else if (known[at] instanceof Named was) {
        known[at] = e;
        for (int i = 0; i < pythons.size(); i++) {
          pythons.get(i).replace(was, e);
        }
      }
    }
    fresh = new ArrayList<>();
  }

  private static Event event(String name) {
    update();
    int at = place(name);
    if (at >= 0) {
      return known[at];
    }
    Event e = new Named(name);
    fresh = new ArrayList<>();
    put(e, -1 - at);
    return e;
  }

  /** An event that only Python has named so far. */
  private static final class Named extends Event {
    private static final long serialVersionUID = 1L;

    Named(String name) {
      super(name);
    }
  }

  private static final class PythonSet implements EventSetInterface {
    private final int number;
    private final String name;

    PythonSet(int number, String name) {
      this.number = number;
      this.name = name;
    }

    @Override
    public boolean contains(Object o) {
      return o instanceof Event e && member(number, e.getName());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  // --- b-threads

  /** Adds the b-threads of Python to a program that starts. */
  static void join(BProgram program) {
    if (!on || joined) {
      return;
    }
    joined = true;
    String[] rows = bthreads().split(ITEM, -1);
    regions = new int[rows.length];
    Arrays.fill(regions, -1);
    List<List<Object>> fair = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < rows.length; i++) {
      String[] f = rows[i].split(PART, -1);
      if (f[0].equals("python")) {
        Python bt = new Python(f[1], Integer.parseInt(f[3]), Integer.parseInt(f[4]));
        pythons.add(bt);
        program.add(bt, Double.valueOf(f[2]));
      } else if (f[0].equals("java")) {
        BThread bt = make(f);
        if (!f[1].isEmpty()) {
          bt.setName(f[1]);
        }
        program.add(bt, Double.valueOf(f[2]));
      } else if (f[0].equals("fair")) {
        fair.get(Integer.parseInt(f[1])).add(named(f[2]));
      } else if (!f[1].isEmpty()) {
        program.setBThreadEpsilon(Double.parseDouble(f[1]));
      }
    }
    if (fair.stream().anyMatch(sets -> !sets.isEmpty())) {
      fair.get(0).addAll(Fairness.uncondFReq);
      fair.get(1).addAll(Fairness.strongFReq);
      fair.get(2).addAll(Fairness.weakFReq);
      Fairness.initFairness(fair.get(0), fair.get(1), fair.get(2));
    }
  }

  /** A set as Python says it, of events that there may not be yet. */
  private static EventSetInterface named(String text) {
    return text.startsWith("=") ? new NameSet(List.of(text.substring(1).split(INNER))) : set(text);
  }

  private record NameSet(List<String> names) implements EventSetInterface {
    @Override
    public boolean contains(Object o) {
      return o instanceof Event e && names.contains(e.getName());
    }
  }

  /** *: every event; #7 name: set 7 of Python; else names. */
  private static EventSetInterface set(String text) {
    if (text.isEmpty()) {
      return EventSetConstants.none;
    }
    if (text.equals("*")) {
      return EventSetConstants.all;
    }
    if (text.startsWith("#")) {
      int space = text.indexOf(' ');
      return new PythonSet(Integer.parseInt(text.substring(1, space)), text.substring(space + 1));
    }
    EventSet out = new EventSet();
    for (String name : text.substring(1).split(ITEM)) {
      out.add(event(name));
    }
    return out;
  }

  /** A b-thread of a Java class: f[3] names it, and the rest are the arguments of a constructor. */
  private static BThread make(String[] f) {
    int n = f.length - 4;
    try {
      for (Constructor<?> c : Class.forName(f[3]).getDeclaredConstructors()) {
        if (c.getParameterCount() != n) {
          continue;
        }
        Object[] args = new Object[n];
        boolean fits = true;
        for (int i = 0; i < n && fits; i++) {
          args[i] = convert(f[4 + i], c.getParameterTypes()[i]);
          fits = args[i] != null;
        }
        if (fits) {
          c.setAccessible(true);
          return (BThread) c.newInstance(args);
        }
      }
    } catch (InvocationTargetException e) {
      throw new BPJException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new BPJException("b-thread " + f[3] + ": " + e);
    }
    throw new BPJException("b-thread " + f[3] + ": no constructor for these " + n + " arguments");
  }

  private static Object convert(String text, Class<?> type) {
    String v = text.substring(1);
    switch (text.charAt(0)) {
      case 'e':
        return type.isAssignableFrom(Event.class) ? event(v) : null;
      case 's':
        return type == String.class ? v : null;
      case 'b':
        return type == boolean.class || type == Boolean.class ? Boolean.valueOf(v) : null;
      case 'i':
        if (type == int.class || type == Integer.class) {
          return Integer.valueOf(v);
        }
        if (type == long.class || type == Long.class) {
          return Long.valueOf(v);
        }
        return type == double.class || type == Double.class ? Double.valueOf(v) : null;
      default:
        return type == double.class || type == Double.class ? Double.valueOf(v) : null;
    }
  }

  /** A b-thread in Python: its frame is a number. */
  private static final class Python extends BThread {
    private static final long serialVersionUID = 1L;
    private final int number;
    private final int region;

    Python(String name, int number, int region) {
      super(name);
      this.number = number;
      this.region = region;
    }

    @Override
    public void runBThread() {
      int local = -1;
      String event = null;
      for (; ; ) {
        // local, region, flags, requests, wait, block, message
        String[] f = step(number, local, regions[region], event).split(PART, -1);
        local = Integer.parseInt(f[0]);
        regions[region] = Integer.parseInt(f[1]);
        String flags = f[2];
        if (flags.contains("e")) {
          return;
        }
        if (flags.contains("f")) {
          throw new PythonException(f[6]);
        }
        if (flags.contains("p")) {
          bp.pruneSearchNow();
        }
        if (flags.contains("b")) {
          BProgram.markNextVerificationStateAsBad(f[6]);
        }
        if (flags.contains("h")) {
          BProgram.markNextVerificationStateAsHot();
        }
        if (flags.contains("n")) {
          bp.pruneAtNextVerificationState();
        }
        if (flags.contains("l")) {
          BProgram.labelNextVerificationState(f[7]);
        }
        BProgram program = getBProgram();
        quiet(true);
        RequestableInterface requested = requests(f[3]);
        EventSetInterface watched = set(f[4]);
        EventSetInterface blocked = set(f[5]);
        quiet(false);
        program.bSync(requested, watched, blocked);
        event = program.lastEvent.getName();
      }
    }

    private static RequestableInterface requests(String text) {
      if (text.isEmpty()) {
        return EventSetConstants.none;
      }
      RequestableEventSet out = new RequestableEventSet();
      for (String group : text.split(ITEM)) {
        String[] names = group.split(INNER);
        if (names.length == 1) {
          out.add(event(names[0]));
          continue;
        }
        RequestableEventSet inner = new RequestableEventSet();
        for (String name : names) {
          inner.add(event(name));
        }
        out.add(inner);
      }
      return out;
    }

    void replace(Event was, Event is) {
      if (requestedEvents instanceof RequestableEventSet r) {
        swap(r, was, is);
      }
      for (EventSetInterface s : new EventSetInterface[] {watchedEvents, blockedEvents}) {
        if (s instanceof EventSet e && e.remove(was)) {
          e.add(is);
        }
      }
    }

    private static void swap(RequestableEventSet r, Event was, Event is) {
      for (int i = 0; i < r.size(); i++) {
        if (r.get(i) == was) {
          r.set(i, is);
        } else if (r.get(i) instanceof RequestableEventSet inner) {
          swap(inner, was, is);
        }
      }
    }
  }

  /** A b-program of which Python names every b-thread. */
  public static void main(String[] args) {
    BProgram.bp.startAll();
  }
}
