package bp.exceptions;

/** One of the b-thread's interrupting events was selected. */
public class BPJInterruptingEventException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJInterruptingEventException() {}

  public BPJInterruptingEventException(String message) {
    super(message);
  }
}
