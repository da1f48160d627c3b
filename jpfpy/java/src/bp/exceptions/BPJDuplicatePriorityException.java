package bp.exceptions;

/** Two b-threads have the same priority. */
public class BPJDuplicatePriorityException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJDuplicatePriorityException() {}

  public BPJDuplicatePriorityException(String message) {
    super(message);
  }
}
