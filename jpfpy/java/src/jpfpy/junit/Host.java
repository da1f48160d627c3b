package jpfpy.junit;

import gov.nasa.jpf.Error;
import gov.nasa.jpf.GenericProperty;
import gov.nasa.jpf.JPF;
import gov.nasa.jpf.JPFConfigException;
import gov.nasa.jpf.JPFException;
import gov.nasa.jpf.Property;
import gov.nasa.jpf.vm.ExceptionInfo;
import gov.nasa.jpf.vm.NoUncaughtExceptionsProperty;
import gov.nasa.jpf.vm.NotDeadlockedProperty;
import java.util.ArrayList;
import java.util.List;

/** Where a test asks for searches of its own: the checker runs this program once, as a JVM would. */
public final class Host {
  private static boolean on;

  private Host() {}

  /** As Main.main, for a test that asks for searches. */
  public static void main(String[] args) throws Throwable {
    on = true;
    try {
      Main.main(args);
    } catch (Throwable t) {
      java.io.StringWriter text = new java.io.StringWriter();
      t.printStackTrace(new java.io.PrintWriter(text, true));
      Main.tell("failure", text.toString());
    }
  }

  public static boolean isOn() {
    return on;
  }

  /** Explores a test method, and answers what was found. */
  public static JPF search(String className, String method, String[] options) {
    return answer(search(className, method, String.join("\u0001", options)));
  }

  /** Records with \2 between them, their fields with \1: how it ended, then the errors. */
  private static native String search(String className, String method, String options);

  private static JPF answer(String text) {
    String[] records = text.split("\u0002", -1);
    String[] how = records[0].split("\u0001", -1);
    if (how[0].equals("config")) {
      throw new JPFConfigException(how[1]);
    } else if (!how[0].equals("ok")) {
      throw new JPFException(how[1]);
    }
    List<Error> errors = new ArrayList<>();
    for (int i = 1; i < records.length; i++) {
      String[] f = records[i].split("\u0001", -1);
      errors.add(new Error(i, property(f), f[1]));
    }
    return new JPF(errors);
  }

  /** Fields: the property's class, its message, the exception's class and message, its cause's. */
  private static Property property(String[] f) {
    if (f[0].equals(NoUncaughtExceptionsProperty.class.getName())) {
      ExceptionInfo info = new ExceptionInfo(f[2], given(f[3]), given(f[4]), given(f[5]));
      return new NoUncaughtExceptionsProperty(f[1], info);
    }
    if (f[0].equals(NotDeadlockedProperty.class.getName())) {
      return new NotDeadlockedProperty(f[1]);
    }
    return new GenericProperty(f[1], f[0]);
  }

  /** Texts begin with a mark, so that one which is not there is none. */
  private static String given(String s) {
    return s.isEmpty() ? null : s.substring(1);
  }
}
