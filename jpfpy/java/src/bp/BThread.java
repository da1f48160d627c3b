package bp;

import bp.eventSets.EventSetConstants;
import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableInterface;
import bp.exceptions.BPJBThreadStartException;
import bp.exceptions.BPJInterruptingEventException;
import bp.exceptions.BPJUnregisteredBThreadException;
import java.io.Serializable;

/** A behavior thread: runBThread says bSync. */
public abstract class BThread implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What the last bSync said; the VM reads these. */
  public transient RequestableInterface requestedEvents = EventSetConstants.none;
  public transient EventSetInterface watchedEvents = EventSetConstants.none;
  public transient EventSetInterface blockedEvents = EventSetConstants.none;

  /** Events that end a bSync with a BPJInterruptingEventException. */
  protected EventSetInterface interruptingEvents = EventSetConstants.none;

  /** The program it was added to; what `bp` means inside a b-thread. */
  protected BProgram bp;

  double priority;
  boolean monitorOnly;
  /** 0: not started, 1: runs, 2: at a bSync, 3: ended. */
  int stage;
  int index;
  boolean hot;
  boolean prune;
  String bad;
  /** Under bp.labels: what labelNextVerificationState said. */
  String label;
  boolean startAsked;
  private String name;
  private Thread thread;

  public BThread() {}

  public BThread(String name) {
    this.name = name;
  }

  public abstract void runBThread() throws InterruptedException;

  public void setName(String name) {
    this.name = name;
    if (thread != null) {
      thread.setName(name);
    }
  }

  public String getName() {
    return name == null ? getClass().getSimpleName() : name;
  }

  @Override
  public String toString() {
    return getName();
  }

  /** By name, so that it does not depend on who asks first. */
  @Override
  public int hashCode() {
    return name == null ? getClass().getName().hashCode() : name.hashCode();
  }

  @Override
  public boolean equals(Object o) {
    return this == o;
  }

  public Double getPriority() {
    return priority;
  }

  public BProgram getBProgram() {
    return bp;
  }

  public void setBProgram(BProgram bp) {
    this.bp = bp;
  }

  public Thread getThread() {
    return thread;
  }

  public void setThread(Thread thread) {
    this.thread = thread;
  }

  public boolean isRequested(Event event) {
    return requestedEvents.contains(event);
  }

  public void setMonitorOnly(boolean flag) {
    if (bp == null) {
      throw new BPJUnregisteredBThreadException("setMonitorOnly: " + this + " was not added to a b-program");
    }
    monitorOnly = flag;
  }

  public boolean getMonitorOnly() {
    return monitorOnly;
  }

  /** Waits as Object.wait does; an interrupt is a BPJInterruptingEventException. */
  public void bWait() throws BPJInterruptingEventException {
    try {
      wait();
    } catch (InterruptedException e) {
      throw new BPJInterruptingEventException("interrupted while waiting");
    }
  }

  /** Starts this b-thread; one that is started by another begins once that has come to its next bSync. */
  public void startBThread() {
    if (bp == null) {
      throw new BPJUnregisteredBThreadException("startBThread: " + this + " was not added to a b-program");
    }
    if (startAsked) {
      throw new BPJBThreadStartException(this + " has been started already");
    }
    startAsked = true;
    bp.startLater();
  }

  protected static void labelNextVerificationState(Object label) {
    BProgram.labelNextVerificationState(label);
  }

  protected static void markNextVerificationStateAsBad(String message) {
    BProgram.markNextVerificationStateAsBad(message);
  }

  protected static void markNextVerificationStateAsHot() {
    BProgram.markNextVerificationStateAsHot();
  }
}
