package bp.eventSets;

import bp.exceptions.BPJInvalidParameterException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * The union of event sets and events. A HashSet by its type, as applications know it; members are kept in the order in
 * which they came, so that nothing depends on hash codes, and compared by identity.
 */
public class EventSet extends HashSet<EventSetInterface> implements EventSetInterface {
  private static final long serialVersionUID = 1L;
  private EventSetInterface[] items; // the VM reads items[0..count)
  private int count;
  private String name;

  public EventSet(EventSetInterface... members) {
    super(0);
    items = new EventSetInterface[members.length];
    for (EventSetInterface m : members) {
      add(m);
    }
  }

  public EventSet(String name, EventSetInterface... members) {
    this(members);
    this.name = name;
  }

  public void setName(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    if (name != null) {
      return name;
    }
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < count; i++) {
      b.append(i == 0 ? "" : "+").append(items[i]);
    }
    return b.toString();
  }

  /** Is the event in one of the sets? (Not: is this set a member.) */
  @Override
  public boolean contains(Object o) {
    for (int i = 0; i < count; i++) {
      if (items[i].contains(o)) {
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
    for (int i = 0; i < count; i++) {
      if (items[i] == member) {
        return false;
      }
    }
    if (count == items.length) {
      items = Arrays.copyOf(items, count == 0 ? 4 : 2 * count);
    }
    items[count++] = member;
    return true;
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
    for (int i = 0; i < count; i++) {
      if (items[i].equals(member)) {
        System.arraycopy(items, i + 1, items, i, --count - i);
        items[count] = null;
        return true;
      }
    }
    return false;
  }

  @Override
  public void clear() {
    items = new EventSetInterface[0];
    count = 0;
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public boolean isEmpty() {
    return count == 0;
  }

  @Override
  public Iterator<EventSetInterface> iterator() {
    return new Iterator<>() {
      private int at;

      @Override
      public boolean hasNext() {
        return at < count;
      }

      @Override
      public EventSetInterface next() {
        if (at >= count) {
          throw new NoSuchElementException();
        }
        return items[at++];
      }

      @Override
      public void remove() {
        EventSet.this.remove(items[--at]);
      }
    };
  }

  @Override
  public Spliterator<EventSetInterface> spliterator() {
    return Spliterators.spliterator(this, Spliterator.DISTINCT);
  }

  @Override
  public Object[] toArray() {
    return Arrays.copyOf(items, count, Object[].class);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] a) {
    T[] out = a.length < count ? (T[]) Arrays.copyOf(a, count, a.getClass()) : a;
    System.arraycopy(items, 0, out, 0, count);
    if (out.length > count) {
      out[count] = null;
    }
    return out;
  }

  @Override
  public Object clone() {
    EventSet copy = (EventSet) super.clone();
    copy.items = items.clone();
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
