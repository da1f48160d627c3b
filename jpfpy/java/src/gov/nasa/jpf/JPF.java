package gov.nasa.jpf;

import java.util.ArrayList;
import java.util.List;

/** A search that was run for a test, with the errors it has found. JPF: JPF. */
public class JPF {
  private final List<Error> errors;

  public JPF(List<Error> errors) {
    this.errors = errors;
  }

  public List<Error> getSearchErrors() {
    return new ArrayList<>(errors);
  }

  public Error getLastError() {
    return errors.isEmpty() ? null : errors.get(errors.size() - 1);
  }

  public boolean foundErrors() {
    return !errors.isEmpty();
  }

  /** The search has ended with an exception. */
  public static class ExitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ExitException(Throwable cause, String message) {
      super(message, cause);
    }
  }
}
