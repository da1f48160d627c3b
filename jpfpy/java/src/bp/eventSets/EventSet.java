package bp.eventSets;

import bp.exceptions.BPJInvalidParameterException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Spliterator;

/**
 * The union of event sets and events. A HashSet by its type, as applications know it; members are kept in the order in
 * which they came, so that nothing depends on hash codes, and compared by identity.
 */
public class EventSet extends HashSet<EventSetInterface> implements EventSetInterface {
  private static final long serialVersionUID = 1L;
  private NamedList<EventSetInterface> items; // the VM reads it

  public EventSet(EventSetInterface... members) {
    this(null, members);
  }

  public EventSet(String name, EventSetInterface... members) {
    super(0);
    items = new NamedList<>(name, new EventSetInterface[0]);
    for (EventSetInterface m : members) {
      add(m);
    }
  }

  public void setName(String name) {
    items.setName(name);
  }

  @Override
  public String toString() {
    return items.toString();
  }

  /** Is the event in one of the sets? (Not: is this set a member.) */
  @Override
  public boolean contains(Object o) {
    for (int i = 0, n = items.size(); i < n; i++) {
      if (items.get(i).contains(o)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean add(EventSetInterface member) {
    if (member == null) {
      throw new BPJInvalidParameterException("null is no event and no set of events");
    }
    for (int i = items.size(); i-- > 0; ) {
      if (items.get(i) == member) {
        return false;
      }
    }
    return items.add(member);
  }

  @Override
  public boolean addAll(Collection<? extends EventSetInterface> members) {
    boolean changed = false;
    for (EventSetInterface m : members) {
      changed |= add(m);
    }
    return changed;
  }

  @Override
  public boolean remove(Object member) {
    return items.remove(member);
  }

  @Override
  public void clear() {
    items.clear();
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public boolean isEmpty() {
    return items.isEmpty();
  }

  @Override
  public Iterator<EventSetInterface> iterator() {
    return items.iterator();
  }

  @Override
  public Spliterator<EventSetInterface> spliterator() {
    return items.spliterator();
  }

  @Override
  public Object[] toArray() {
    return items.toArray();
  }

  @Override
  public <T> T[] toArray(T[] a) {
    return items.toArray(a);
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object clone() {
    EventSet copy = (EventSet) super.clone();
    copy.items = (NamedList<EventSetInterface>) items.clone();
    return copy;
  }

  @Override
  public boolean equals(Object o) {
    return this == o;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
