package bp.exceptions;

/** The b-thread has been started already. */
public class BPJBThreadStartException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJBThreadStartException() {}

  public BPJBThreadStartException(String message) {
    super(message);
  }
}
