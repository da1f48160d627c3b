package org.junit.runner;

public abstract class Request {
  public static native Request aClass(Class<?> cls);

  public abstract Runner getRunner();

  public native Request filterWith(org.junit.runner.manipulation.Filter filter);
}
