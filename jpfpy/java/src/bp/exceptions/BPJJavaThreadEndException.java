package bp.exceptions;

/** A Java thread that is a b-thread ended without remove(). */
public class BPJJavaThreadEndException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJJavaThreadEndException() {}

  public BPJJavaThreadEndException(String message) {
    super(message);
  }
}
