package bp.exceptions;

/** bSync was called by a thread that is no b-thread. */
public class BPJMissingBThreadException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJMissingBThreadException() {}

  public BPJMissingBThreadException(String message) {
    super(message);
  }

  public BPJMissingBThreadException(Thread thread) {
    super("thread " + thread.getName() + " is no b-thread");
  }
}
