package bp.exceptions;

/** A Java thread is made a b-thread twice. */
public class BPJDuplicateJavaThreadException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJDuplicateJavaThreadException(Thread existing) {
    super("thread " + existing.getName() + " is a b-thread already");
  }
}
