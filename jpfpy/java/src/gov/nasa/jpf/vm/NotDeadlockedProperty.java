package gov.nasa.jpf.vm;

import gov.nasa.jpf.GenericProperty;

/** Violated where no thread can run. JPF: NotDeadlockedProperty. */
public class NotDeadlockedProperty extends GenericProperty {
  public NotDeadlockedProperty(String message) {
    super(message);
  }
}
