package jpfpy.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;

/** Where a test may put files that belong to its report. */
final class Output {
  private Output() {}

  private static Path root() {
    return Path.of("junit-output").toAbsolutePath();
  }

  private static Path directory() throws IOException {
    return Files.createDirectories(root());
  }

  static final class Provider implements OutputDirectoryProvider {
    @Override
    public Path getRootDirectory() {
      return root();
    }

    @Override
    public Path createOutputDirectory(TestDescriptor d) throws IOException {
      return directory();
    }
  }

  static final class Creator implements OutputDirectoryCreator {
    @Override
    public Path getRootDirectory() {
      return root();
    }

    @Override
    public Path createOutputDirectory(TestDescriptor d) throws IOException {
      return directory();
    }
  }
}
