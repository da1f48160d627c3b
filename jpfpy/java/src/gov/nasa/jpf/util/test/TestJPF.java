package gov.nasa.jpf.util.test;

import gov.nasa.jpf.Error;
import gov.nasa.jpf.JPF;
import gov.nasa.jpf.JPFException;
import gov.nasa.jpf.JPFShell;
import gov.nasa.jpf.Property;
import gov.nasa.jpf.util.TypeRef;
import gov.nasa.jpf.vm.ExceptionInfo;
import gov.nasa.jpf.vm.NoUncaughtExceptionsProperty;
import gov.nasa.jpf.vm.NotDeadlockedProperty;
import gov.nasa.jpf.vm.Verify;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jpfpy.junit.Host;

/**
 * Base of tests of programs under the checker, with the signatures of jpf-core's class of this name:
 *
 * <pre>
 * &#64;Test public void deadlocks() {
 *   if (verifyDeadlock()) {
 *     // the program
 *   }
 * }
 * </pre>
 *
 * <p>A verify method answers true in the search, where the program behind it runs, and false where it
 * has started that search and found what it was to find. {@code jpf --junit} runs such tests: the
 * test method runs once, as on a JVM, and each verify method in it is a search.
 */
public abstract class TestJPF implements JPFShell {
  public static final String UNNAMED_PACKAGE = "";
  public static final String SAME_PACKAGE = null;

  protected static boolean globalRunDirectly;
  protected static boolean globalShowConfig;
  protected static boolean runDirectly;
  protected static boolean stopOnFailure;
  protected static boolean showConfig;
  protected static boolean showConfigSources;
  protected static boolean hideSummary;
  protected static boolean quiet;

  protected String sutClassName;

  public TestJPF() {
    sutClassName = getSutClassName(getClass().getName(), SAME_PACKAGE);
  }

  protected TestJPF(String sutClassName) {
    this.sutClassName = sutClassName;
  }

  /** The program's class for a test class: without the suffix JPF, in the package that is named. */
  protected static String getSutClassName(String testClassName, String sutPackage) {
    String simple = testClassName.substring(testClassName.lastIndexOf('.') + 1);
    String name = testClassName;
    if (sutPackage != null) {
      name = sutPackage.isEmpty() ? simple : sutPackage + "." + simple;
    }
    return name.endsWith("JPF") ? name.substring(0, name.length() - 3) : name;
  }

  // --- where this code runs

  public static boolean isJPFRun() {
    return !Host.isOn() && Verify.isRunningInJPF();
  }

  public static boolean isJUnitRun() {
    return !isJPFRun() && isCalledFrom("org.junit.");
  }

  public static boolean isRunTestRun() {
    return false;
  }

  private static boolean isCalledFrom(String prefix) {
    for (StackTraceElement e : new Throwable().getStackTrace()) {
      if (e.getClassName().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void start(String[] testMethods) {
    runTests(getClass(), testMethods);
  }

  /** For the main method of a test class: runs its tests, or those that are named, one by one. */
  protected static void runTestsOfThisClass(String[] testMethods) {
    String caller = new Throwable().getStackTrace()[1].getClassName();
    try {
      runTests(Class.forName(caller).asSubclass(TestJPF.class), testMethods);
    } catch (ClassNotFoundException e) {
      throw new JPFException(e);
    }
  }

  public static void runTests(Class<? extends TestJPF> testCls, String... args) {
    boolean named = args != null && args.length > 0;
    try {
      for (Method m : testCls.getMethods()) {
        boolean wanted = named ? java.util.Arrays.asList(args).contains(m.getName()) : isTest(m);
        if (wanted && m.getParameterCount() == 0 && !Modifier.isStatic(m.getModifiers())) {
          Object test = testCls.getDeclaredConstructor().newInstance();
          m.invoke(test);
        }
      }
    } catch (InvocationTargetException e) {
      TestJPF.<RuntimeException>rethrow(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new JPFException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable t) throws T {
    throw (T) t;
  }

  private static boolean isTest(Method m) {
    for (java.lang.annotation.Annotation a : m.getAnnotations()) {
      if (a.annotationType().getSimpleName().equals("Test")) {
        return true;
      }
    }
    return false;
  }

  // --- searches

  protected StackTraceElement getCaller() {
    return new Throwable().getStackTrace()[2];
  }

  protected StackTraceElement setTestMethod(String clsName, String mthName) {
    return new StackTraceElement(clsName, mthName, null, -1);
  }

  protected StackTraceElement setTestMethod(String mthName) {
    return setTestMethod(getClass().getName(), mthName);
  }

  public void report(String[] args) {
    if (!quiet && args != null && args.length > 0) {
      System.out.println("  running jpf with args: " + String.join(" ", args));
    }
  }

  protected JPF createAndRunJPF(StackTraceElement testMethod, String[] args) {
    if (isJPFRun()) {
      return null;
    }
    if (!Host.isOn()) {
      throw new UnsupportedOperationException(
          "a search is started by jpf --junit " + testMethod.getClassName());
    }
    return Host.search(testMethod.getClassName(), testMethod.getMethodName(), args);
  }

  /** Of an inherited test it is this class that is explored, not the one that declares it. */
  private StackTraceElement test(StackTraceElement caller) {
    boolean inherited =
        !caller.getClassName().equals(getClass().getName()) && declares(caller.getClassName());
    return inherited ? setTestMethod(caller.getMethodName()) : caller;
  }

  private boolean declares(String name) {
    for (Class<?> c = getClass(); c != null; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean runsHere() {
    return runDirectly || isJPFRun();
  }

  private JPF run(StackTraceElement testMethod, String[] args) {
    report(args);
    try {
      return createAndRunJPF(testMethod, args);
    } catch (JPFException e) {
      fail("JPF internal exception executing: ", args, e.toString());
      return null;
    }
  }

  protected JPF noPropertyViolation(StackTraceElement testMethod, String... args) {
    JPF jpf = run(testMethod, args);
    if (jpf != null && jpf.foundErrors()) {
      Error e = jpf.getSearchErrors().get(0);
      fail("JPF found unexpected errors: " + e.getDescription() + ": " + e.getDetails());
    }
    return jpf;
  }

  protected JPF noPropertyViolation(String... args) {
    return noPropertyViolation(test(getCaller()), args);
  }

  protected boolean verifyNoPropertyViolation(String... args) {
    if (runsHere()) {
      return true;
    }
    noPropertyViolation(test(getCaller()), args);
    return false;
  }

  protected JPF unhandledException(
      StackTraceElement testMethod, String xClassName, String details, String... args) {
    JPF jpf = run(testMethod, args);
    if (jpf == null) {
      return null;
    }
    Error error = jpf.getLastError();
    if (error == null || !(error.getProperty() instanceof NoUncaughtExceptionsProperty)) {
      String found = error == null ? "" : ", found " + error.getDescription();
      fail("JPF failed to catch exception executing: ", args, "expected " + xClassName + found);
      return jpf;
    }
    ExceptionInfo x = ((NoUncaughtExceptionsProperty) error.getProperty()).getUncaughtExceptionInfo();
    String got = x.getExceptionClassname();
    if (!got.equals(xClassName)) {
      fail("JPF caught wrong exception: " + error.getDetails() + ", expected: " + xClassName);
    }
    if (details != null && !x.getDetails().endsWith(details)) {
      fail("JPF caught " + x.getDetails() + ", expected details: " + details);
    }
    return jpf;
  }

  protected JPF unhandledException(String xClassName, String details, String... args) {
    return unhandledException(test(getCaller()), xClassName, details, args);
  }

  protected boolean verifyUnhandledExceptionDetails(
      String xClassName, String details, String... args) {
    if (runsHere()) {
      return true;
    }
    unhandledException(test(getCaller()), xClassName, details, args);
    return false;
  }

  protected boolean verifyUnhandledException(String xClassName, String... args) {
    if (runsHere()) {
      return true;
    }
    unhandledException(test(getCaller()), xClassName, null, args);
    return false;
  }

  protected JPF assertionError(StackTraceElement testMethod, String... args) {
    return unhandledException(testMethod, "java.lang.AssertionError", null, args);
  }

  protected JPF assertionError(String... args) {
    return unhandledException(test(getCaller()), "java.lang.AssertionError", null, args);
  }

  protected JPF assertionErrorDetails(
      StackTraceElement testMethod, String details, String... args) {
    return unhandledException(testMethod, "java.lang.AssertionError", details, args);
  }

  protected JPF assertionErrorDetails(String details, String... args) {
    return unhandledException(test(getCaller()), "java.lang.AssertionError", details, args);
  }

  protected boolean verifyAssertionErrorDetails(String details, String... args) {
    if (runsHere()) {
      return true;
    }
    unhandledException(test(getCaller()), "java.lang.AssertionError", details, args);
    return false;
  }

  protected boolean verifyAssertionError(String... args) {
    if (runsHere()) {
      return true;
    }
    unhandledException(test(getCaller()), "java.lang.AssertionError", null, args);
    return false;
  }

  protected JPF jpfException(
      StackTraceElement testMethod, Class<? extends Throwable> xCls, String... args) {
    return jpfException(testMethod, xCls.getName(), args);
  }

  protected JPF jpfException(Class<? extends Throwable> xCls, String... args) {
    return jpfException(test(getCaller()), xCls.getName(), args);
  }

  private JPF jpfException(StackTraceElement testMethod, String expected, String... args) {
    report(args);
    JPF jpf;
    try {
      jpf = createAndRunJPF(testMethod, args);
    } catch (Throwable t) {
      for (Class<?> c = t.getClass(); c != null; c = c.getSuperclass()) {
        if (c.getName().equals(expected)) {
          return null;
        }
      }
      fail("JPF produced wrong exception: " + t + ", expected: " + expected);
      return null;
    }
    if (jpf != null) {
      fail("JPF failed to produce exception, expected: " + expected);
    }
    return jpf;
  }

  protected boolean verifyJPFException(TypeRef xClsSpec, String... args) {
    if (runsHere()) {
      return true;
    }
    jpfException(test(getCaller()), xClsSpec.toString(), args);
    return false;
  }

  protected JPF propertyViolation(
      StackTraceElement testMethod, Class<? extends Property> propertyCls, String... args) {
    return propertyViolation(testMethod, propertyCls.getName(), args);
  }

  protected JPF propertyViolation(Class<? extends Property> propertyCls, String... args) {
    return propertyViolation(test(getCaller()), propertyCls.getName(), args);
  }

  /** A property is known by its name: listeners are properties too, and are no classes here. */
  private JPF propertyViolation(StackTraceElement testMethod, String property, String... args) {
    JPF jpf = run(testMethod, args);
    if (jpf == null) {
      return null;
    }
    for (Error e : jpf.getSearchErrors()) {
      String name = e.getDescription();
      if (name.equals(property) || (!name.contains(".") && property.endsWith("." + name))) {
        return jpf;
      }
    }
    Error other = jpf.getLastError();
    String found = other == null ? "" : " (found " + other.getDescription() + ")";
    fail("JPF failed to detect error: " + property + found);
    return jpf;
  }

  protected boolean verifyPropertyViolation(TypeRef propertyClsSpec, String... args) {
    if (runsHere()) {
      return true;
    }
    propertyViolation(test(getCaller()), propertyClsSpec.toString(), args);
    return false;
  }

  protected JPF deadlock(String... args) {
    return propertyViolation(test(getCaller()), NotDeadlockedProperty.class.getName(), args);
  }

  protected boolean verifyDeadlock(String... args) {
    if (runsHere()) {
      return true;
    }
    propertyViolation(test(getCaller()), NotDeadlockedProperty.class.getName(), args);
    return false;
  }

  // --- assertions, for tests that do without JUnit's

  public static void fail() {
    throw new AssertionError();
  }

  public static void fail(String msg) {
    throw new AssertionError(msg);
  }

  public static void fail(String msg, String[] args, String cause) {
    String given = args == null ? "" : String.join(" ", args);
    fail(msg + given + (cause == null ? "" : ": " + cause));
  }

  private static void check(boolean holds, String msg) {
    if (!holds) {
      fail(msg);
    }
  }

  private static String differ(Object expected, Object actual) {
    return "expected: " + expected + ", actual: " + actual;
  }

  public static void assertEquals(String msg, Object expected, Object actual) {
    check(java.util.Objects.equals(expected, actual), msg);
  }

  public static void assertEquals(Object expected, Object actual) {
    assertEquals(differ(expected, actual), expected, actual);
  }

  public static void assertEquals(String msg, int expected, int actual) {
    check(expected == actual, msg);
  }

  public static void assertEquals(int expected, int actual) {
    assertEquals(differ(expected, actual), expected, actual);
  }

  public static void assertEquals(String msg, long expected, long actual) {
    check(expected == actual, msg);
  }

  public static void assertEquals(long expected, long actual) {
    assertEquals(differ(expected, actual), expected, actual);
  }

  public static void assertEquals(double expected, double actual) {
    assertEquals(differ(expected, actual), expected, actual);
  }

  public static void assertEquals(String msg, double expected, double actual) {
    check(expected == actual, msg);
  }

  public static void assertEquals(float expected, float actual) {
    assertEquals(differ(expected, actual), expected, actual);
  }

  public static void assertEquals(String msg, float expected, float actual) {
    check(expected == actual, msg);
  }

  public static void assertEquals(String msg, double expected, double actual, double delta) {
    check(!(Math.abs(expected - actual) > delta), msg);
  }

  public static void assertEquals(double expected, double actual, double delta) {
    assertEquals(differ(expected, actual), expected, actual, delta);
  }

  public static void assertEquals(String msg, float expected, float actual, float delta) {
    check(!(Math.abs(expected - actual) > delta), msg);
  }

  public static void assertEquals(float expected, float actual, float delta) {
    assertEquals(differ(expected, actual), expected, actual, delta);
  }

  public static void assertArrayEquals(byte[] expected, byte[] actual) {
    check(java.util.Arrays.equals(expected, actual), "arrays differ");
  }

  public static void assertNotNull(String msg, Object o) {
    check(o != null, msg);
  }

  public static void assertNotNull(Object o) {
    check(o != null, "null");
  }

  public static void assertNull(String msg, Object o) {
    check(o == null, msg);
  }

  public static void assertNull(Object o) {
    check(o == null, "not null: " + o);
  }

  public static void assertSame(String msg, Object expected, Object actual) {
    check(expected == actual, msg);
  }

  public static void assertSame(Object expected, Object actual) {
    assertSame(differ(expected, actual), expected, actual);
  }

  public static void assertFalse(String msg, boolean cond) {
    check(!cond, msg);
  }

  public static void assertFalse(boolean cond) {
    check(!cond, "");
  }

  public static void assertTrue(String msg, boolean cond) {
    check(cond, msg);
  }

  public static void assertTrue(boolean cond) {
    check(cond, "");
  }
}
