package bp.eventSets;

import bp.Event;
import bp.exceptions.BPJRequestableSetException;
import java.util.ArrayList;

/** An ordered set of what is requested: the first member with an unblocked event counts. */
public class RequestableEventSet extends ArrayList<RequestableInterface>
    implements EventSetInterface, RequestableInterface {
  private static final long serialVersionUID = 1L;
  private String name;

  public RequestableEventSet(RequestableInterface... members) {
    super(members.length);
    for (RequestableInterface m : members) {
      add(m);
    }
  }

  public RequestableEventSet(String name, RequestableInterface... members) {
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
  public boolean isEvent() {
    return false;
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
  public Event getEvent() {
    throw new BPJRequestableSetException("a set is no event");
  }

  @Override
  public ArrayList<Event> getEventList() {
    ArrayList<Event> list = new ArrayList<>();
    addEventsToList(list);
    return list;
  }

  @Override
  public void addEventsToList(ArrayList<Event> list) {
    for (int i = 0; i < size(); i++) {
      get(i).addEventsToList(list);
    }
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
