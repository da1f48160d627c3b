package org.junit.platform.engine;

import java.io.IOException;
import java.nio.file.Path;

public interface OutputDirectoryCreator {
  Path getRootDirectory();

  Path createOutputDirectory(TestDescriptor d) throws IOException;
}
