package jpfpy.junit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;

/**
 * One test of JUnit 5 and later, by the Jupiter engine of the class path. The engine is called as a
 * launcher calls it, so that extensions, parameters and conditions are its own; a launcher, which
 * builds bring along in versions of their own, is not needed.
 */
final class Jupiter implements EngineExecutionListener {
  private Throwable failure;

  private Jupiter() {}

  static Throwable run(String className, String method, String types, int number) throws Throwable {
    ClassLoader loader = Jupiter.class.getClassLoader();
    // not initialized: what an initializer throws belongs to the test
    Class<?> cls = Class.forName(className, false, loader);
    TestEngine engine =
        (TestEngine)
            Class.forName("org.junit.jupiter.engine.JupiterTestEngine")
                .getDeclaredConstructor()
                .newInstance();
    UniqueId id = UniqueId.forEngine(engine.getId());
    Asked asked = new Asked();
    List<Class<?>> outer = enclosing(cls);
    Method m = find(cls, method, types);
    if (outer.isEmpty()) {
      asked.selectors.add(DiscoverySelectors.selectMethod(cls, m));
    } else {
      try {
        asked.selectors.add(DiscoverySelectors.selectNestedMethod(outer, cls, m));
      } catch (NoSuchMethodError e) { // before 5.6
        nested(id, outer, cls, m, asked);
      }
    }
    TestDescriptor root = engine.discover(asked, id);
    if (number > 0) {
      // of a method that is run several times: its descriptor is known now, its invocations are not
      asked.selectors.clear();
      select(root, number, asked);
      root = engine.discover(asked, id);
    }
    Jupiter listener = new Jupiter();
    if (number == 0 && isSeveral(root)) {
      Main.tell("several", "");
      return null;
    }
    engine.execute(request(root, listener, asked));
    return listener.failure;
  }

  /** The classes around a nested one, from the outermost; none for a class of its own. */
  private static List<Class<?>> enclosing(Class<?> cls) {
    List<Class<?>> out = new ArrayList<>();
    if (java.lang.reflect.Modifier.isStatic(cls.getModifiers())) {
      return out;
    }
    for (Class<?> c = cls.getEnclosingClass(); c != null; c = c.getEnclosingClass()) {
      out.add(0, c);
      if (java.lang.reflect.Modifier.isStatic(c.getModifiers())) {
        break;
      }
    }
    return out;
  }

  /** By ids; which kind of a method it is, the engine knows. */
  private static void nested(
      UniqueId engine, List<Class<?>> outer, Class<?> cls, Method m, Asked asked) {
    UniqueId id = engine.append("class", outer.get(0).getName());
    for (Class<?> c : outer.subList(1, outer.size())) {
      id = id.append("nested-class", c.getSimpleName());
    }
    id = id.append("nested-class", cls.getSimpleName());
    String signature = m.getName() + "(" + types(m).replace(",", ", ") + ")";
    for (String kind : new String[] {"method", "test-template", "test-factory"}) {
      asked.add(id.append(kind, signature));
    }
  }

  private static Method find(Class<?> cls, String name, String types) throws NoSuchMethodException {
    for (Class<?> c = cls; c != null; c = c.getSuperclass()) {
      Method m = declared(c, name, types);
      if (m != null) {
        return m;
      }
    }
    for (Class<?> c = cls; c != null; c = c.getSuperclass()) {
      Method m = ofInterfaces(c, name, types);
      if (m != null) {
        return m;
      }
    }
    throw new NoSuchMethodException(cls.getName() + "." + name + "(" + types + ")");
  }

  private static Method ofInterfaces(Class<?> cls, String name, String types) {
    for (Class<?> c : cls.getInterfaces()) {
      Method m = declared(c, name, types);
      m = m != null ? m : ofInterfaces(c, name, types);
      if (m != null) {
        return m;
      }
    }
    return null;
  }

  private static Method declared(Class<?> cls, String name, String types) {
    for (Method m : cls.getDeclaredMethods()) {
      if (m.getName().equals(name) && !m.isBridge() && types(m).equals(types)) {
        return m;
      }
    }
    return null;
  }

  private static String types(Method m) {
    StringBuilder out = new StringBuilder();
    for (Class<?> p : m.getParameterTypes()) {
      out.append(out.length() == 0 ? "" : ",").append(p.getName());
    }
    return out.toString();
  }

  private static boolean isSeveral(TestDescriptor d) {
    if (d.mayRegisterTests()) {
      return true;
    }
    for (TestDescriptor child : d.getChildren()) {
      if (isSeveral(child)) {
        return true;
      }
    }
    return false;
  }

  /** Names the invocation by its id: what it will be of, the engine finds out when it comes to it. */
  private static void select(TestDescriptor d, int number, Asked asked) {
    if (!d.getChildren().isEmpty()) {
      for (TestDescriptor child : d.getChildren()) {
        select(child, number, asked);
      }
      return;
    }
    String which = "#" + number;
    UniqueId id = ofClassTemplate(d.getUniqueId(), which);
    if (id != null) {
      asked.add(id);
      return;
    }
    id = d.getUniqueId();
    List<UniqueId.Segment> segments = id.getSegments();
    String kind = segments.get(segments.size() - 1).getType();
    if (kind.equals("test-template")) {
      asked.add(id.append("test-template-invocation", which));
    } else if (kind.equals("test-factory")) {
      asked.add(id.append("dynamic-test", which));
      asked.add(id.append("dynamic-container", which));
    } else if (number == 1) {
      asked.add(id);
    }
  }

  /** Below a class that is run several times it is the class that is counted. */
  private static UniqueId ofClassTemplate(UniqueId id, String which) {
    UniqueId out = null;
    List<UniqueId.Segment> segments = id.getSegments();
    boolean counted = false;
    for (UniqueId.Segment s : segments) {
      if (out == null) {
        out = UniqueId.forEngine(s.getValue());
        continue;
      }
      out = out.append(s.getType(), s.getValue());
      if (!counted && s.getType().endsWith("class-template")) {
        out = out.append("class-template-invocation", which);
        counted = true;
      }
    }
    return counted ? out : null;
  }

  private static ExecutionRequest request(TestDescriptor root, Jupiter listener, Asked asked)
      throws Throwable {
    Method full = null;
    for (Method m : ExecutionRequest.class.getDeclaredMethods()) {
      if (m.getName().equals("create")
          && (full == null || m.getParameterCount() > full.getParameterCount())) {
        full = m;
      }
    }
    if (full == null || full.getParameterCount() == 3) {
      return new ExecutionRequest(root, listener, asked.getConfigurationParameters());
    }
    return Requests.create(full, root, listener, asked);
  }

  @Override
  public void dynamicTestRegistered(TestDescriptor d) {}

  @Override
  public void reportingEntryPublished(TestDescriptor d, ReportEntry entry) {}

  @Override
  public void fileEntryPublished(TestDescriptor d, FileEntry entry) {}

  @Override
  public void executionSkipped(TestDescriptor d, String reason) {
    if (d.isTest()) {
      Main.tell("test", d.getDisplayName());
    }
    Main.tell("skipped", reason);
  }

  @Override
  public void executionStarted(TestDescriptor d) {
    if (d.isTest()) {
      Main.tell("test", d.getDisplayName());
    }
  }

  @Override
  public void executionFinished(TestDescriptor d, TestExecutionResult result) {
    Throwable thrown = result.getThrowable().orElse(null);
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      Main.tell("aborted", Main.reason(thrown));
    } else if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      if (failure == null) {
        failure = thrown;
      } else if (failure != thrown) {
        failure.addSuppressed(thrown);
      }
    } else if (d.isTest()) {
      Main.tell("passed", d.getDisplayName());
    }
  }
}
