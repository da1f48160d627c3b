package bp.exceptions;

/** What is requested is no set of at most two levels. */
public class BPJRequestableSetException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJRequestableSetException() {}

  public BPJRequestableSetException(String message) {
    super(message);
  }
}
