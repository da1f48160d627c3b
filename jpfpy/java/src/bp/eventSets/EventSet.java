package bp.eventSets;

import java.util.ArrayList;

/** The union of event sets and events. */
public class EventSet extends ArrayList<EventSetInterface> implements EventSetInterface {
  private static final long serialVersionUID = 1L;
  private String name;

  public EventSet(EventSetInterface... members) {
    super(members.length);
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
    return name == null ? getClass().getSimpleName() : name;
  }

  @Override
  public boolean contains(Object o) {
    for (int i = 0; i < size(); i++) {
      if (get(i).contains(o)) {
        return true;
      }
    }
    return false;
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
