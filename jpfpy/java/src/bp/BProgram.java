package bp;

import bApplication.BApplication;
import bp.eventSets.EventSetConstants;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableInterface;
import bp.exceptions.BPJBThreadStartException;
import bp.exceptions.BPJDuplicateBthreadException;
import bp.exceptions.BPJDuplicateJavaThreadException;
import bp.exceptions.BPJDuplicatePrioritiesException;
import bp.exceptions.BPJException;
import bp.exceptions.BPJInvalidParameterException;
import bp.exceptions.BPJMissingBThreadException;
import bp.exceptions.BPJRequestableSetException;
import bp.state.Fairness;
import java.io.Serializable;
import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Scanner;
import java.util.TreeMap;

/**
 * A b-program: b-threads that synchronize at bSync, one event at a time.
 *
 * <p>The thread that calls startAll coordinates: it selects, then each b-thread concerned goes on, one after the other by
 * priority, to its next bSync. Only the thread that has the turn runs. Inside the model checker choose, pass and the turn
 * are the VM's (csrc/native/bprog.c), and the selection is a choice; the code here is what runs on an ordinary JVM, and
 * where a program's own event sets must be asked.
 */
public class BProgram implements Serializable {
  private static final long serialVersionUID = 1L;
  public static BProgram bp = new BProgram();

  /** The event selected last; null at the moment of selection. */
  public Event lastEvent;

  private BThread[] bthreads = new BThread[8]; // by ascending priority
  private int count;
  private double epsilon;
  private boolean pending; // some b-thread waits to be started
  private boolean running;
  private boolean fair; // read before selection: one that asks code in Java must initialize no class (state!)
  private boolean stopped; // a run made by Python has done its steps
  private boolean quiet; // b-threads that wait for ever are no deadlock; the VM reads it
  private Thread coordinator;
  private Thread turn;
  private final Object lock = new Object();
  private final ArrayList<AlarmClock> alarms = new ArrayList<>(); // set, and not gone off yet
  private final ArrayList<AlarmClock> due = new ArrayList<>();
  private List<Event> log;
  private Random random;
  private static Scanner input; // of interactive runs
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

  public BThread add(BThread bt, Double priority) {
    if (bt == null || priority == null || Double.isNaN(priority)) {
      throw new BPJInvalidParameterException("add(" + bt + ", " + priority + "): a b-thread and its priority, a number");
    }
    for (int i = 0; i < count; i++) {
      if (bthreads[i] == bt) {
        throw new BPJDuplicateBthreadException(bt);
      }
      if (bthreads[i].priority == priority) {
        throw new BPJDuplicatePrioritiesException(bthreads[i], bt);
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
    return bt;
  }

  /** Makes the current Java thread a b-thread: it goes on, and takes part with its bSyncs until it says remove(). */
  public BThreadForJavaThread add(Double priority) {
    return add((String) null, priority);
  }

  public BThreadForJavaThread add(String name, Double priority) {
    Thread me = Thread.currentThread();
    if (of(me) != null) {
      throw new BPJDuplicateJavaThreadException(me);
    }
    BThreadForJavaThread bt = new BThreadForJavaThread(me);
    if (name != null) {
      bt.setName(name);
    }
    add(bt, priority);
    return bt;
  }

  /** The current Java thread, which add(priority) made a b-thread, is none any more. */
  public void remove() {
    BThread me = of(Thread.currentThread());
    if (!(me instanceof BThreadForJavaThread)) {
      throw new BPJMissingBThreadException(Thread.currentThread());
    }
    boolean joined = me.stage != 0;
    if (joined) {
      leave(me);
      endTurn();
    }
    remove(me);
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

  public TreeMap<Double, BThread> getAllBThreads() {
    TreeMap<Double, BThread> all = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      all.put(bthreads[i].priority, bthreads[i]);
    }
    return all;
  }

  public void printAllBThreads() {
    for (int i = 0; i < count; i++) {
      System.out.println(bthreads[i].priority + ": " + bthreads[i]);
    }
  }

  public void setBThreadEpsilon(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new BPJInvalidParameterException("epsilon " + epsilon + ": a number that is not negative");
    }
    this.epsilon = epsilon;
  }

  public void setBthreadEpsilon(double epsilon) {
    setBThreadEpsilon(epsilon);
  }

  public void setNondeterminism(double epsilon) {
    setBThreadEpsilon(epsilon);
  }

  // --- running

  /**
   * Starts every b-thread and coordinates until no event can be selected. Where the current thread is a b-thread itself,
   * another one coordinates, and this one goes on.
   */
  public void startAll() {
    if (running) {
      throw new BPJBThreadStartException("startAll: the b-program runs already; startBThread() starts b-threads that came later");
    }
    Mixed.join(this);
    for (int i = 0; i < count; i++) {
      bthreads[i].startAsked = true;
    }
    pending = true;
    BThread me = of(Thread.currentThread());
    if (me == null) {
      coordinate();
      return;
    }
    me.stage = 1;
    running = true;
    beginTurns();
    coordinator = new Thread("b-program") {
      @Override
      public void run() {
        beginTurns();
        await();
        coordinate();
      }
    };
    turn = Thread.currentThread();
    coordinator.start();
  }

  void startLater() {
    pending = true;
    if (!running) {
      coordinate();
    }
  }

  private BThread of(Thread t) {
    if (t instanceof JavaThreadForBThread r) {
      return r.bthread;
    }
    for (int i = 0; i < count; i++) {
      if (bthreads[i].getThread() == t) {
        return bthreads[i];
      }
    }
    return null;
  }

  // --- alarms

  void setAlarm(AlarmClock clock) {
    synchronized (lock) {
      alarms.add(clock);
    }
  }

  /** On an ordinary JVM: the time has come; the coordinator takes it up before the next selection. */
  void alarm(AlarmClock clock) {
    synchronized (lock) {
      due.add(clock);
      lock.notifyAll();
    }
  }

  private void ring() {
    List<AlarmClock> now;
    synchronized (lock) {
      now = new ArrayList<>(due);
      due.clear();
      alarms.removeAll(now);
    }
    for (AlarmClock clock : now) {
      clock.ring();
    }
  }

  /** On an ordinary JVM: nothing can be selected before an alarm goes off. */
  private void awaitAlarm() {
    synchronized (lock) {
      while (due.isEmpty()) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private boolean rings(Event e) {
    for (int i = 0; i < alarms.size(); i++) {
      AlarmClock clock = alarms.get(i);
      if (clock.due == e) {
        alarms.remove(i);
        clock.ring();
        return true;
      }
    }
    return false;
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

  /** packageRoot names what BPJ instruments; there is nothing to instrument here. */
  public static void startBApplication(Class<?> cls, String packageRoot)
      throws MalformedURLException, InstantiationException, IllegalAccessException, ClassNotFoundException {
    if (!BApplication.class.isAssignableFrom(cls)) {
      throw new BPJException("startBApplication: " + cls + " is no bApplication.BApplication");
    }
    startBApplication(cls.asSubclass(BApplication.class));
  }

  public static void startBApplication(String className, String packageName) {
    startBApplication(packageName + "." + className);
  }

  private void coordinate() {
    running = true;
    coordinator = Thread.currentThread();
    turn = coordinator;
    quiet = BProgramControls.suppressDeadlock;
    beginTurns();
    boolean plain = !checking();
    if (plain) {
      log = new ArrayList<>();
    }
    for (; ; ) {
      if (plain && !due.isEmpty()) {
        ring();
      }
      if (pending) {
        startPending();
      }
      if (Mixed.on) {
        Mixed.update();
      }
      lastEvent = null;
      fair = Fairness.fairness;
      Event e = choose();
      if (e == null && plain && !stopped && !alarms.isEmpty()) {
        awaitAlarm();
        continue;
      }
      if (e == null) {
        break;
      }
      if (!alarms.isEmpty() && rings(e)) {
        continue;
      }
      lastEvent = e;
      if (plain) {
        log.add(e);
      }
      pass(-1);
      await();
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
          Thread t = bt.getThread();
          if (!(bt instanceof BThreadForJavaThread)) {
            t = new JavaThreadForBThread(bt);
            bt.setThread(t);
            t.start();
          }
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
    pass(bt.index);
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
  static boolean checking() {
    return false;
  }

  /** Inside the model checker, with bp.labels: are labels the state? */
  private static boolean labelled() {
    return false;
  }

  /** How many unconditional, strong and weak fairness requirements there are. */
  public static void fair(int unconditional, int strong, int weak) {}

  /** Give the turn to the next b-thread concerned (or the coordinator); the caller waits for it to come back. */
  private void pass(int from) {
    finish(next(from));
  }

  private void transfer(Thread to) {
    finish(to);
    await();
  }

  /** Give the turn away. */
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
      RequestableInterface g = member(r, k);
      for (int j = 0; j < g.size() && !g.isEvent(); j++) {
        if (!member(g, j).isEvent()) {
          return false;
        }
      }
    }
    return true;
  }

  private static RequestableInterface member(RequestableInterface set, int at) {
    RequestableInterface r = set.get(at);
    if (r == null) {
      throw new BPJRequestableSetException("a requested set has null in the place of an event");
    }
    return r;
  }

  /** From here on this thread is not interleaved with others. */
  private static void beginTurns() {}

  private static void endTurns() {}

  /** This thread is interleaved again, the others go on with their turns. */
  private static void endTurn() {}

  /** Selection; null: no b-thread is left that waits for anything. */
  private Event choose() {
    ArrayList<Event> candidates = candidates();
    for (int i = 0; checking() && i < alarms.size(); i++) {
      candidates.add(alarms.get(i).due);
    }
    if (candidates.isEmpty()) {
      return chosen(null, null);
    }
    int[] required = fair ? new int[candidates.size()] : null;
    for (int i = 0; fair && i < required.length; i++) {
      required[i] = Fairness.of(candidates.get(i));
    }
    return chosen(candidates.toArray(new Event[0]), required);
  }

  /** The choice among candidates; fair: the fairness requirements each is in. The VM's makes it a choice of the search. */
  private Event chosen(Event[] candidates, int[] fair) {
    int at = Mixed.on ? Mixed.select(bthreads, count, candidates == null ? new Event[0] : candidates) : -2;
    stopped = at == -1 && candidates != null;
    if (candidates == null || at == -1) {
      return null;
    }
    if (at >= 0) {
      return candidates[at];
    }
    RunMode mode = BProgramControls.globalRunMode;
    if (mode == RunMode.RANDOM) {
      if (random == null) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.err.println("seed " + seed);
        random = new Random(seed);
      }
      return candidates[random.nextInt(candidates.length)];
    }
    if ((mode == RunMode.ITER || BProgramControls.iterativeMode) && candidates.length > 1) {
      return ask(candidates);
    }
    return candidates[0];
  }

  /** On the terminal: which one? */
  private static Event ask(Event[] candidates) {
    if (input == null) {
      input = new Scanner(System.in);
    }
    for (; ; ) {
      for (int i = 0; i < candidates.length; i++) {
        System.err.println("  " + i + ": " + candidates[i]);
      }
      System.err.print("event? ");
      if (!input.hasNextLine()) {
        System.err.println("\ninteractive run: no more input");
        System.exit(1); /* an exception would leave the b-threads waiting for ever */
      }
      String line = input.nextLine().trim();
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
    Thread t = Thread.currentThread();
    if (t instanceof JavaThreadForBThread r) {
      return r.bthread;
    }
    BThread me = bp.of(t);
    if (me != null) {
      return me;
    }
    throw new BPJMissingBThreadException(what + " was called outside a b-thread (by " + Thread.currentThread().getName() + ")");
  }

  public void bSync(RequestableInterface requested, EventSetInterface watched, EventSetInterface blocked) {
    BThread me = of(Thread.currentThread());
    if (me == null) {
      me = current("bSync");
    }
    if (me.getBProgram() != this) {
      throw new BPJMissingBThreadException("bSync of " + this + " by " + me + ", a b-thread of another b-program");
    }
    if (requested == null) {
      requested = EventSetConstants.none;
    }
    if (watched == null || blocked == null) {
      throw new BPJException("bSync by " + me + ": the " + (watched == null ? "watched" : "blocked") + " set is null; say none");
    }
    if (!flat(requested)) {
      throw thirdLevel(me);
    }
    if (me.stage == 0) {
      join(me);
    }
    me.requestedEvents = requested;
    me.watchedEvents = watched;
    me.blockedEvents = blocked;
    me.stage = 2;
    pass(me.index);
    await(); // not in pass: how the next b-thread was found must not show in where this one waits
    if (me.stage == 4) {
      throw new Parked();
    }
    me.stage = 1;
    me.hot = false;
    me.prune = false;
    me.bad = null;
    me.label = null;
    if (me.interruptingEvents != EventSetConstants.none && me.interruptingEvents.contains(lastEvent)) {
      throw new bp.exceptions.BPJInterruptingEventException("interrupted by " + lastEvent);
    }
  }

  /** A Java thread that became a b-thread while the program ran: from its first bSync on it waits for its turn. */
  private void join(BThread me) {
    if (!running) {
      throw new BPJMissingBThreadException("bSync by " + me + " before startAll");
    }
    me.startAsked = true;
    pending = true;
    enter(me);
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

  /** With bp.labels, what the state of this b-thread is; else the state of a b-program is its real state. */
  public static void labelNextVerificationState(Object label) {
    if (labelled()) {
      current("labelNextVerificationState").label = String.valueOf(label);
    }
  }

  public void pruneSearchNow() {}

  public void pruneSearchNow(String why) {
    pruneSearchNow();
  }

  public void pruneAtNextVerificationState() {
    current("pruneAtNextVerificationState").prune = true;
  }

  public void pruneAtNextVerificationState(String why) {
    pruneAtNextVerificationState();
  }

  // --- afterwards

  /** startAll returns when the program has ended; where a b-thread called it, there is nothing to wait for here. */
  public void waitForFinish() {}

  public void joinAll() {}

  public void bplog(String text) {
    if (BProgramControls.logMode) {
      System.out.println(text);
    }
  }

  public void debugPrint(String text) {
    if (BProgramControls.debugMode) {
      System.out.println(text);
    }
  }

  public void setDebugMode(boolean mode) {
    BProgramControls.debugMode = mode;
  }

  public void setIterativeMode(boolean mode) {
    BProgramControls.iterativeMode = mode;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The events that could be selected now. */
  public ArrayList<Event> getAllEnabledEvents() {
    return candidates();
  }

  /** Forget the b-threads. */
  public void reset() {
    if (running) {
      throw new BPJException("reset: the b-program runs");
    }
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
