package bp.eventSets;

import bp.Event;

/** Every event. */
public class AllEvents implements EventSetInterface {
  @Override
  public boolean contains(Object o) {
    return o instanceof Event;
  }

  @Override
  public String toString() {
    return "all";
  }
}
