package bp.eventSets;

/** All events of a class and its subclasses. */
public class EventsOfClass implements EventSetInterface {
  private final Class<?> cls;

  public EventsOfClass(Class<?> cls) {
    this.cls = cls;
  }

  @Override
  public boolean contains(Object o) {
    return cls.isInstance(o);
  }

  @Override
  public String toString() {
    return "EventsOfClass(" + cls.getSimpleName() + ")";
  }
}
