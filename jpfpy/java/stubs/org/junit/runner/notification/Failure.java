package org.junit.runner.notification;

public class Failure {
  public native Throwable getException();
}
