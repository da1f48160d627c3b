package bp.eventSets;

/** All events of some classes and their subclasses that pass testFields. */
public class EventsOfClass extends NamedList<Class<?>> implements EventSetInterface {
  private static final long serialVersionUID = 1L;

  public EventsOfClass(Class<?>... classes) {
    super(null, classes);
  }

  public EventsOfClass(String name, Class<?>... classes) {
    super(name, classes);
  }

  @Override
  public boolean contains(Object o) {
    for (int i = 0; i < size(); i++) {
      if (get(i).isInstance(o) && testFields(o)) {
        return true;
      }
    }
    return false;
  }

  /** A further condition on an event of one of the classes; subclasses define it. */
  public boolean testFields(Object o) {
    return true;
  }

  @Override
  String text(Class<?> c) {
    return c.getSimpleName();
  }
}
