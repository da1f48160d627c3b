package bp.exceptions;

/** A run can stay in hot states. */
public class VerificationHotStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VerificationHotStateException() {}

  public VerificationHotStateException(String message) {
    super(message);
  }
}
