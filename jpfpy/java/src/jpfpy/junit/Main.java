package jpfpy.junit;

/**
 * Runs one test of a JUnit class and ends the program with what became of it, so that a search
 * over this program is a search over that test.
 *
 * <p>Arguments: the framework (jupiter or junit4), the class, the method, its parameter types with
 * commas between them, and the number of the invocation where a method is run with several sets of
 * parameters (from 1; 0: the method as a whole, which then has to be one test).
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Throwable {
    tell("start", "");
    int number = Integer.parseInt(args[4]);
    Throwable failure = null;
    try {
      failure =
          args[0].equals("jupiter")
              ? Jupiter.run(args[1], args[2], args[3], number)
              : JUnit4.run(args[1], args[2], number);
    } catch (Throwable t) { // not of the test: what that throws is answered
      tell("broken", t.toString());
    }
    if (failure != null) {
      tell("failed", "");
      throw failure;
    }
    // Threads that the test has left behind end here, as they do when a build ends its JVM.
    System.exit(0);
  }

  /**
   * Tells the checker something of the run: a word and what belongs to it. The words are: start,
   * test (a test is there; its name as JUnit shows it), several (the method has invocations of its
   * own, and nothing was run), skipped (disabled; why), aborted (an assumption did not hold;
   * which), passed, failed, broken (JUnit could not be asked; why). Where there is no invocation of the wanted number, it is start alone.
   */
  static native void tell(String what, String text);

  static String reason(Throwable t) {
    return t == null ? "" : t.getMessage() == null ? t.getClass().getName() : t.getMessage();
  }
}
