package org.junit.platform.engine;

public class ExecutionRequest {
  public ExecutionRequest(
      TestDescriptor root, EngineExecutionListener listener, ConfigurationParameters values) {}
}
