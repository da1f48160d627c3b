package gov.nasa.jpf.vm;

import gov.nasa.jpf.GenericProperty;

/** Violated by an exception that nobody catches. JPF: NoUncaughtExceptionsProperty. */
public class NoUncaughtExceptionsProperty extends GenericProperty {
  private final ExceptionInfo info;

  public NoUncaughtExceptionsProperty(String message, ExceptionInfo info) {
    super(message);
    this.info = info;
  }

  public ExceptionInfo getUncaughtExceptionInfo() {
    return info;
  }
}
