package jpfpy.junit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;

/** What the engine is asked to run, and its configuration: junit-platform.properties, as always. */
final class Asked implements EngineDiscoveryRequest, ConfigurationParameters {
  final List<DiscoverySelector> selectors = new ArrayList<>();
  private final Properties values = new Properties();

  Asked() throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream("junit-platform.properties")) {
      if (in != null) {
        values.load(in);
      }
    }
    // One test runs at a time. Time is virtual: a timeout, which any schedule could exceed, is none.
    values.setProperty("junit.jupiter.execution.parallel.enabled", "false");
    values.setProperty("junit.jupiter.execution.timeout.mode", "disabled");
  }

  void add(UniqueId id) {
    selectors.add(DiscoverySelectors.selectUniqueId(id));
  }

  @Override
  public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
    List<T> out = new ArrayList<>();
    for (DiscoverySelector s : selectors) {
      if (type.isInstance(s)) {
        out.add(type.cast(s));
      }
    }
    return out;
  }

  @Override
  public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
    return new ArrayList<>();
  }

  @Override
  public ConfigurationParameters getConfigurationParameters() {
    return this;
  }

  // Each of these is asked for by the versions that have its type, and by no others.

  @Override
  public OutputDirectoryProvider getOutputDirectoryProvider() {
    return new Output.Provider();
  }

  @Override
  public OutputDirectoryCreator getOutputDirectoryCreator() {
    return new Output.Creator();
  }

  @Override
  public Optional<String> get(String key) {
    String value = values.getProperty(key);
    return Optional.ofNullable(value != null ? value : System.getProperty(key));
  }

  @Override
  public Optional<Boolean> getBoolean(String key) {
    Optional<String> value = get(key);
    return value.isPresent() ? Optional.of(Boolean.valueOf(value.get())) : Optional.empty();
  }

  // of the versions before 6
  public int size() {
    return values.size();
  }

  @Override
  public Set<String> keySet() {
    return values.stringPropertyNames();
  }
}
