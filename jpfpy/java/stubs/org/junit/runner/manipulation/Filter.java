package org.junit.runner.manipulation;

public abstract class Filter {
  public abstract boolean shouldRun(org.junit.runner.Description d);

  public abstract String describe();
}
