package gov.nasa.jpf.util.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The program of a search that a test has asked for: one test method, on an object of its own. */
final class TestRun {
  private TestRun() {}

  /** Arguments: the class and the method. */
  public static void main(String[] args) throws Throwable {
    Class<?> cls = Class.forName(args[0]);
    Object test = cls.getDeclaredConstructor().newInstance();
    Method m = cls.getMethod(args[1]);
    try {
      m.invoke(test);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
