package jpfpy.junit;

import java.util.ArrayList;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;

/** One test of JUnit 4 (or 3), by the runner that its class asks for. */
final class JUnit4 extends RunListener {
  private Throwable failure;
  private boolean aborted;

  static Throwable run(String className, String method, int number) throws Throwable {
    // not initialized: that is the runner's part, and what it throws belongs to the test
    Class<?> cls = Class.forName(className, false, JUnit4.class.getClassLoader());
    Request request = Request.aClass(cls);
    List<Description> tests = new ArrayList<>();
    collect(request.getRunner().getDescription(), method, tests);
    Runner runner;
    if (tests.isEmpty()) {
      // the class itself is one test then: it is ignored, or its runner could not be made
      if (number > 1) {
        return null;
      }
      runner = request.getRunner();
    } else if (number == 0 && tests.size() > 1) {
      Main.tell("several", "");
      return null;
    } else if (number > tests.size()) {
      return null;
    } else {
      Description one = tests.get(Math.max(number, 1) - 1);
      if (number == 0 && !one.getMethodName().equals(method)) {
        Main.tell("several", "");
        return null;
      }
      runner = request.filterWith(new Only(one)).getRunner();
    }
    JUnit4 listener = new JUnit4();
    RunNotifier notifier = new RunNotifier();
    notifier.addListener(listener);
    runner.run(notifier);
    return listener.failure;
  }

  /** The tests below `d` that run this method: m, or m[0], m[1] ... where a runner repeats it. */
  private static void collect(Description d, String method, List<Description> out) {
    if (d.isTest()) {
      String name = d.getMethodName();
      if (name != null && (name.equals(method) || name.startsWith(method + "["))) {
        out.add(d);
      }
    }
    for (Description child : d.getChildren()) {
      collect(child, method, out);
    }
  }

  private static final class Only extends Filter {
    private final Description wanted;

    Only(Description wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean shouldRun(Description d) {
      if (d.isTest()) {
        return wanted.equals(d);
      }
      for (Description child : d.getChildren()) {
        if (shouldRun(child)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String describe() {
      return wanted.getDisplayName();
    }
  }

  @Override
  public void testStarted(Description d) {
    Main.tell("test", d.getMethodName());
  }

  @Override
  public void testFailure(Failure f) {
    if (failure == null) {
      failure = f.getException();
    } else {
      failure.addSuppressed(f.getException());
    }
  }

  @Override
  public void testAssumptionFailure(Failure f) {
    aborted = true;
    Main.tell("aborted", Main.reason(f.getException()));
  }

  @Override
  public void testFinished(Description d) {
    if (failure == null && !aborted) {
      Main.tell("passed", d.getMethodName());
    }
  }

  @Override
  public void testIgnored(Description d) {
    if (d.isTest()) {
      Main.tell("test", d.getMethodName());
    }
    org.junit.Ignore why = d.getAnnotation(org.junit.Ignore.class);
    Main.tell("skipped", why == null ? "" : why.value());
  }
}
