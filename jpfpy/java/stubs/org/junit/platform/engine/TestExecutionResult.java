package org.junit.platform.engine;

public class TestExecutionResult {
  public enum Status {
    SUCCESSFUL,
    ABORTED,
    FAILED
  }

  public native Status getStatus();

  public native java.util.Optional<Throwable> getThrowable();
}
