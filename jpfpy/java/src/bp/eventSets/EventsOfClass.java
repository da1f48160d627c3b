package bp.eventSets;

import java.util.ArrayList;
import java.util.Arrays;

/** All events of some classes and their subclasses that pass testFields. */
public class EventsOfClass extends ArrayList<Class<?>> implements EventSetInterface {
  private static final long serialVersionUID = 1L;
  private String name;

  public EventsOfClass(Class<?>... classes) {
    super(Arrays.asList(classes));
  }

  public EventsOfClass(String name, Class<?>... classes) {
    this(classes);
    this.name = name;
  }

  public void setName(String name) {
    this.name = name;
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
  public String toString() {
    if (name != null) {
      return name;
    }
    StringBuilder b = new StringBuilder();
    for (Class<?> c : this) {
      b.append(b.length() == 0 ? "" : "+").append(c.getSimpleName());
    }
    return b.toString();
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
