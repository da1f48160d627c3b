package bp.exceptions;

/** An exception left a b-thread that is written in Python. */
public class PythonException extends BPJException {
  private static final long serialVersionUID = 1L;

  public PythonException(String message) {
    super(message);
  }
}
