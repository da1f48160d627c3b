package bp.exceptions;

/** Misuse of the b-program interface, or its end. */
public class BPJException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BPJException() {}

  public BPJException(String message) {
    super(message);
  }

  public BPJException(Throwable cause) {
    super(cause);
  }
}
