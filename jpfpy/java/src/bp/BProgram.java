package bp;

import bApplication.BApplication;
import bp.eventSets.EventSetConstants;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableInterface;
import bp.exceptions.BPJDuplicatePriorityException;
import bp.exceptions.BPJException;
import bp.exceptions.BPJMissingBThreadException;
import bp.exceptions.BPJRequestableSetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/**
 * A b-program: b-threads that synchronize at bSync, one event at a time.
 *
 * <p>The thread that calls startAll coordinates: it selects, then each b-thread concerned goes on, one after the other by
 * priority, to its next bSync. Only the thread that has the turn runs. Inside the model checker choose, pass and the turn
 * are the VM's (csrc/native/bprog.c), and the selection is a choice; the code here is what runs on an ordinary JVM, and
 * where a program's own event sets must be asked.
 */
public class BProgram {
  public static BProgram bp = new BProgram();

  /** The event selected last; null at the moment of selection. */
  public Event lastEvent;

  private BThread[] bthreads = new BThread[8]; // by ascending priority
  private int count;
  private double epsilon;
  private boolean pending; // some b-thread waits to be started
  private boolean running;
  private Thread coordinator;
  private Thread turn;
  private final Object lock = new Object();
  private List<Event> log;
  private Random random;
  private String name = "BProgram";

  /** Ends a b-thread of a plain run that says bSync(none, none, none). */
  static final class Parked extends Error {
    private static final long serialVersionUID = 1L;

    Parked() {
      super(null, null, false, false);
    }
  }

  public BProgram() {}

  public void setName(String name) {
    this.name = name;
  }

  public String getName() {
    return name;
  }

  // --- b-threads

  public void add(BThread bt, Double priority) {
    for (int i = 0; i < count; i++) {
      if (bthreads[i].priority == priority) {
        throw new BPJDuplicatePriorityException(
            "b-threads " + bthreads[i] + " and " + bt + " have the same priority " + priority + "; priorities are unique");
      }
    }
    bt.priority = priority;
    bt.setBProgram(this);
    if (count == bthreads.length) {
      bthreads = Arrays.copyOf(bthreads, 2 * count);
    }
    int at = count++;
    for (; at > 0 && bthreads[at - 1].priority > priority; at--) {
      bthreads[at] = bthreads[at - 1];
      bthreads[at].index = at;
    }
    bthreads[at] = bt;
    bt.index = at;
  }

  /** Makes the current thread a b-thread of that priority. Only threads that startAll starts can be: an error. */
  public void add(Double priority) {
    throw new BPJMissingBThreadException("add(priority): derive a BThread and add that");
  }

  public void add(String name, Double priority) {
    throw new BPJMissingBThreadException("add(name, priority): derive a BThread and add that");
  }

  public void remove(BThread bt) {
    int at = bt.index;
    if (bt.getBProgram() != this || at >= count || bthreads[at] != bt) {
      return;
    }
    for (int i = at; i + 1 < count; i++) {
      bthreads[i] = bthreads[i + 1];
      bthreads[i].index = i;
    }
    bthreads[--count] = null;
  }

  public Collection<BThread> getAllBThreads() {
    return new ArrayList<>(Arrays.asList(bthreads).subList(0, count));
  }

  public void setBThreadEpsilon(double epsilon) {
    this.epsilon = epsilon;
  }

  public void setBthreadEpsilon(double epsilon) {
    this.epsilon = epsilon;
  }

  // --- running

  /** Starts every b-thread and coordinates until no event can be selected. */
  public void startAll() {
    for (int i = 0; i < count; i++) {
      bthreads[i].startAsked = true;
    }
    pending = true;
    coordinate();
  }

  void startLater() {
    pending = true;
    if (!running) {
      coordinate();
    }
  }

  public static void startBApplication(BApplication application) {
    application.runBApplication();
  }

  public static void startBApplication(Class<? extends BApplication> cls) {
    try {
      cls.getDeclaredConstructor().newInstance().runBApplication();
    } catch (ReflectiveOperationException e) {
      throw new BPJException("startBApplication: " + e);
    }
  }

  public static void startBApplication(String className) {
    try {
      startBApplication(Class.forName(className).asSubclass(BApplication.class));
    } catch (ClassNotFoundException e) {
      throw new BPJException("startBApplication: " + e);
    }
  }

  public static void startBApplication(String className, String packageName) {
    startBApplication(packageName + "." + className);
  }

  private void coordinate() {
    running = true;
    coordinator = Thread.currentThread();
    turn = coordinator;
    beginTurns();
    boolean plain = !checking();
    if (plain) {
      log = new ArrayList<>();
    }
    for (; ; ) {
      if (pending) {
        startPending();
      }
      lastEvent = null;
      Event e = choose();
      if (e == null) {
        break;
      }
      lastEvent = e;
      if (plain) {
        log.add(e);
      }
      pass(-1);
    }
    if (plain) {
      endParked();
    }
    running = false;
    endTurns();
  }

  private void startPending() {
    boolean more = true;
    while (more) {
      more = false;
      pending = false;
      for (int i = 0; i < count; i++) {
        BThread bt = bthreads[i];
        if (bt.startAsked && bt.stage == 0) {
          bt.stage = 1;
          Thread t = new BThreadRunner(bt);
          bt.setThread(t);
          t.start();
          transfer(t);
          more = true;
          break;
        }
      }
    }
  }

  private void endParked() {
    for (int i = 0; i < count; i++) {
      if (bthreads[i].stage == 2) {
        bthreads[i].stage = 4;
        transfer(bthreads[i].getThread());
      }
    }
  }

  void enter(BThread bt) {
    beginTurns();
    await();
  }

  void leave(BThread bt) {
    bt.requestedEvents = EventSetConstants.none;
    bt.watchedEvents = EventSetConstants.none;
    bt.blockedEvents = EventSetConstants.none;
    bt.hot = false;
    bt.stage = 3;
    finish(next(bt.index));
  }

  /** The b-thread after position `from` that goes on with lastEvent; the coordinator if there is none. */
  private Thread next(int from) {
    if (lastEvent != null) {
      for (int i = from + 1; i < count; i++) {
        BThread bt = bthreads[i];
        if (bt.stage == 2
            && (bt.requestedEvents.contains(lastEvent)
                || bt.watchedEvents.contains(lastEvent)
                || bt.interruptingEvents.contains(lastEvent))) {
          return bt.getThread();
        }
      }
    }
    return coordinator;
  }

  // --- what the VM does itself

  /** Is this inside the model checker, with a search on? */
  private static boolean checking() {
    return false;
  }

  /** Give the turn to the next b-thread concerned (or the coordinator) and wait until it comes back. */
  private void pass(int from) {
    transfer(next(from));
  }

  private void transfer(Thread to) {
    synchronized (lock) {
      turn = to;
      lock.notifyAll();
    }
    await();
  }

  /** Give the turn away for good. */
  private void finish(Thread to) {
    synchronized (lock) {
      turn = to;
      lock.notifyAll();
    }
  }

  private void await() {
    synchronized (lock) {
      while (turn != Thread.currentThread()) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Does the request nest at most two levels deep? */
  private static boolean flat(RequestableInterface r) {
    for (int k = 0; k < r.size() && !r.isEvent(); k++) {
      RequestableInterface g = r.get(k);
      for (int j = 0; j < g.size() && !g.isEvent(); j++) {
        if (!g.get(j).isEvent()) {
          return false;
        }
      }
    }
    return true;
  }

  /** From here on this thread is not interleaved with others. */
  private static void beginTurns() {}

  private static void endTurns() {}

  /** Selection; null: no b-thread is left that waits for anything. */
  private Event choose() {
    ArrayList<Event> candidates = candidates();
    if (candidates.isEmpty()) {
      return chosen(null);
    }
    return chosen(candidates.toArray(new Event[0]));
  }

  /** The choice among candidates. The VM's makes it a choice of the search. */
  private Event chosen(Event[] candidates) {
    if (candidates == null) {
      return null;
    }
    RunMode mode = BProgramControls.globalRunMode;
    if (mode == RunMode.RANDOM) {
      if (random == null) {
        random = new Random(Long.getLong("seed", System.nanoTime()));
      }
      return candidates[random.nextInt(candidates.length)];
    }
    if (mode == RunMode.ITER && candidates.length > 1) {
      return ask(candidates);
    }
    return candidates[0];
  }

  private static Event ask(Event[] candidates) {
    Scanner in = new Scanner(System.in);
    for (; ; ) {
      for (int i = 0; i < candidates.length; i++) {
        System.err.println("  " + i + ": " + candidates[i]);
      }
      System.err.print("event? ");
      if (!in.hasNextLine()) {
        return candidates[0];
      }
      String line = in.nextLine().trim();
      for (int i = 0; i < candidates.length; i++) {
        if (line.equals(Integer.toString(i))) {
          return candidates[i];
        }
      }
    }
  }

  private static boolean tooFar(double distance, double epsilon, int rule) {
    return (rule & 1) != 0 && epsilon > 0 ? distance >= epsilon : distance > epsilon;
  }

  /** bp.epsilon: 1 strict, 2 chain. */
  private static int rule() {
    String text = System.getProperty("bp.epsilon", "");
    return (text.contains("strict") ? 1 : 0) | (text.contains("chain") ? 2 : 0);
  }

  private ArrayList<Event> candidates() {
    ArrayList<Event> out = new ArrayList<>();
    boolean any = false;
    double base = 0;
    int rule = rule();
    for (int i = 0; i < count; i++) {
      BThread bt = bthreads[i];
      if (any && tooFar(bt.priority - base, epsilon, rule)) {
        break;
      }
      if (bt.stage != 2 || bt.monitorOnly) {
        continue;
      }
      RequestableInterface r = bt.requestedEvents;
      boolean found = false;
      if (r.isEvent()) {
        found = offer(r.getEvent(), out);
      } else {
        for (int k = 0; k < r.size() && !found; k++) {
          RequestableInterface g = r.get(k);
          if (g.isEvent()) {
            found = offer(g.getEvent(), out);
          } else {
            for (int j = 0; j < g.size(); j++) {
              if (!g.get(j).isEvent()) {
                throw thirdLevel(bt);
              }
              found |= offer(g.get(j).getEvent(), out);
            }
          }
        }
      }
      if (found) {
        if (!any || (rule & 2) != 0) {
          base = bt.priority;
        }
        any = true;
      }
    }
    return out;
  }

  private boolean offer(Event e, ArrayList<Event> out) {
    for (int i = 0; i < count; i++) {
      if (bthreads[i].stage == 2 && bthreads[i].blockedEvents.contains(e)) {
        return false;
      }
    }
    if (!out.contains(e)) {
      out.add(e);
    }
    return true;
  }

  private static BPJRequestableSetException thirdLevel(BThread bt) {
    return new BPJRequestableSetException(
        "b-thread " + bt + " requests a set with a third level; requests nest at most two levels deep");
  }

  // --- what b-threads call

  private static BThread current(String what) {
    if (Thread.currentThread() instanceof BThreadRunner r) {
      return r.bthread;
    }
    throw new BPJMissingBThreadException(what + " was called outside a b-thread (by " + Thread.currentThread().getName() + ")");
  }

  public void bSync(RequestableInterface requested, EventSetInterface watched, EventSetInterface blocked) {
    BThread me = current("bSync");
    if (!flat(requested)) {
      throw thirdLevel(me);
    }
    me.requestedEvents = requested;
    me.watchedEvents = watched;
    me.blockedEvents = blocked;
    me.stage = 2;
    pass(me.index);
    if (me.stage == 4) {
      throw new Parked();
    }
    me.stage = 1;
    me.hot = false;
    me.prune = false;
    me.bad = null;
    if (me.interruptingEvents != EventSetConstants.none && me.interruptingEvents.contains(lastEvent)) {
      throw new bp.exceptions.BPJInterruptingEventException("interrupted by " + lastEvent);
    }
  }

  public static void markNextVerificationStateAsBad(String message) {
    BThread me = current("markNextVerificationStateAsBad");
    me.bad = message == null ? "bad state" : message;
    if (!checking()) {
      System.err.println("bad state: " + me.bad);
    }
  }

  public static void markNextVerificationStateAsHot() {
    current("markNextVerificationStateAsHot").hot = true;
  }

  /** Shown by Verify-like tools only; the state of a b-program is its real state. */
  public static void labelNextVerificationState(Object label) {}

  public static void pruneSearchNow() {}

  public static void pruneSearchNow(String why) {
    pruneSearchNow();
  }

  public static void pruneAtNextVerificationState() {
    current("pruneAtNextVerificationState").prune = true;
  }

  public static void pruneAtNextVerificationState(String why) {
    pruneAtNextVerificationState();
  }

  // --- afterwards

  public void waitForFinish() {}

  public void joinAll() {}

  /** Forget the b-threads. */
  public void reset() {
    bthreads = new BThread[8];
    count = 0;
    lastEvent = null;
    log = null;
  }

  public List<Event> getEventLog() {
    return log == null ? new ArrayList<>() : new ArrayList<>(log);
  }

  public void printEventLog() {
    int i = 1;
    for (Event e : getEventLog()) {
      System.out.println(i++ + ": " + e);
    }
  }
}
