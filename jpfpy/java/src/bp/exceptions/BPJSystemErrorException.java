package bp.exceptions;

/** What should not happen. */
public class BPJSystemErrorException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJSystemErrorException() {}

  public BPJSystemErrorException(String message) {
    super(message);
  }
}
