package bp.exceptions;

/** A Java thread that is a b-thread cannot be started as one. */
public class BPJJavaThreadStartException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJJavaThreadStartException() {}

  public BPJJavaThreadStartException(String message) {
    super(message);
  }
}
