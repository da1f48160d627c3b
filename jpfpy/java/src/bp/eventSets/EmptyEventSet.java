package bp.eventSets;

import bp.Event;
import bp.exceptions.BPJRequestableSetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;

/** No event; may be requested, waited for and blocked alike. */
public class EmptyEventSet implements EventSetInterface, RequestableInterface {
  @Override
  public boolean contains(Object o) {
    return false;
  }

  @Override
  public RequestableInterface get(int index) {
    throw new IndexOutOfBoundsException(index);
  }

  @Override
  public boolean isEvent() {
    return false;
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public Event getEvent() {
    throw new BPJRequestableSetException("the empty set is no event");
  }

  @Override
  public ArrayList<Event> getEventList() {
    return new ArrayList<>();
  }

  @Override
  public void addEventsToList(ArrayList<Event> list) {}

  @Override
  public Iterator<RequestableInterface> iterator() {
    return Collections.emptyIterator();
  }

  @Override
  public String toString() {
    return "none";
  }
}
