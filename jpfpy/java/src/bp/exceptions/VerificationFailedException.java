package bp.exceptions;

/** A state was marked as bad. */
public class VerificationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  public VerificationFailedException() {}

  public VerificationFailedException(String message) {
    super(message);
  }
}
