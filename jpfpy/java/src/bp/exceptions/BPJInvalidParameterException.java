package bp.exceptions;

/** A setting has a value that is none. */
public class BPJInvalidParameterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BPJInvalidParameterException() {}

  public BPJInvalidParameterException(String message) {
    super(message);
  }
}
