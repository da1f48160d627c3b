package bp.exceptions;

/** An assertion of a b-program does not hold. */
public class BPJAssertionException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJAssertionException() {}

  public BPJAssertionException(String message) {
    super(message);
  }
}
