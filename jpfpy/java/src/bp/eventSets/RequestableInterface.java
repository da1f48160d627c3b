package bp.eventSets;

import bp.Event;
import java.util.ArrayList;

/** What can be requested: an event, or an ordered set of events with at most one more level inside. */
public interface RequestableInterface extends Iterable<RequestableInterface> {
  RequestableInterface get(int index);

  boolean isEvent();

  int size();

  boolean contains(Object o);

  Event getEvent();

  ArrayList<Event> getEventList();

  void addEventsToList(ArrayList<Event> list);
}
