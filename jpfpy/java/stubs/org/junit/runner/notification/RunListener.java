package org.junit.runner.notification;

public class RunListener {
  public void testStarted(org.junit.runner.Description d) throws Exception {}

  public void testFailure(Failure f) throws Exception {}

  public void testAssumptionFailure(Failure f) {}

  public void testFinished(org.junit.runner.Description d) throws Exception {}

  public void testIgnored(org.junit.runner.Description d) throws Exception {}
}
