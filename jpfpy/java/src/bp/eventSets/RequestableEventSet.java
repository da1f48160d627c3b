package bp.eventSets;

import bp.Event;
import bp.exceptions.BPJRequestableSetException;
import java.util.ArrayList;

/** An ordered set of what is requested: the first member with an unblocked event counts. */
public class RequestableEventSet extends NamedList<RequestableInterface>
    implements EventSetInterface, RequestableInterface {
  private static final long serialVersionUID = 1L;

  public RequestableEventSet(RequestableInterface... members) {
    super(null, members);
  }

  public RequestableEventSet(String name, RequestableInterface... members) {
    super(name, members);
  }

  @Override
  String unnamed() {
    return getClass().getSimpleName();
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
}
