package org.junit.runner;

public class Description {
  public native boolean isTest();

  public native String getMethodName();

  public native String getDisplayName();

  public native java.util.ArrayList<Description> getChildren();

  public native <T extends java.lang.annotation.Annotation> T getAnnotation(Class<T> type);
}
