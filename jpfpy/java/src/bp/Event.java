package bp;

import bp.eventSets.EventSetInterface;
import bp.eventSets.RequestableInterface;
import bp.exceptions.BPJRequestableSetException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;

/** An event: itself by identity, unless a subclass defines equals. */
public class Event implements EventSetInterface, RequestableInterface, Serializable {
  private static final long serialVersionUID = 1L;
  protected String name;

  public Event() {
    this(null);
  }

  public Event(String name) {
    this.name = name;
    if (Mixed.on) {
      Mixed.made(this);
    }
  }

  /** An event is a set of one: nothing can be added. */
  public boolean add(RequestableInterface r) throws BPJRequestableSetException {
    throw new BPJRequestableSetException("event " + getName() + " is no set: " + r + " can not be added");
  }

  public String getName() {
    return name == null ? getClass().getSimpleName() : name;
  }

  public void setName(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return getName();
  }

  @Override
  public boolean contains(Object o) {
    return equals(o);
  }

  @Override
  public Event get(int index) {
    if (index != 0) {
      throw new IndexOutOfBoundsException(index);
    }
    return this;
  }

  @Override
  public boolean isEvent() {
    return true;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public Event getEvent() {
    return this;
  }

  @Override
  public ArrayList<Event> getEventList() {
    ArrayList<Event> list = new ArrayList<>(1);
    list.add(this);
    return list;
  }

  @Override
  public void addEventsToList(ArrayList<Event> list) {
    list.add(this);
  }

  @Override
  public Iterator<RequestableInterface> iterator() {
    return Collections.<RequestableInterface>singletonList(this).iterator();
  }

  /** By name, so that it does not depend on who asks first; equal events have equal names. */
  @Override
  public int hashCode() {
    return name == null ? getClass().getName().hashCode() : name.hashCode();
  }

  @Override
  public boolean equals(Object o) {
    return this == o;
  }
}
