package bp.exceptions;

/** A b-program is used by two threads at once. */
public class BPJConcurrencyException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJConcurrencyException() {}

  public BPJConcurrencyException(String message) {
    super(message);
  }
}
