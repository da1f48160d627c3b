package org.junit.platform.engine;

import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;

public interface EngineExecutionListener {
  void dynamicTestRegistered(TestDescriptor d);

  void executionSkipped(TestDescriptor d, String reason);

  void executionStarted(TestDescriptor d);

  void executionFinished(TestDescriptor d, TestExecutionResult result);

  void reportingEntryPublished(TestDescriptor d, ReportEntry entry);

  void fileEntryPublished(TestDescriptor d, FileEntry entry);
}
