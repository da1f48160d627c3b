package org.junit.platform.engine.reporting;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.platform.engine.TestDescriptor;

public interface OutputDirectoryProvider {
  Path getRootDirectory();

  Path createOutputDirectory(TestDescriptor d) throws IOException;
}
