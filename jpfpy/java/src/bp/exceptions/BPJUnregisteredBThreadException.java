package bp.exceptions;

/** The b-thread was not added to a b-program. */
public class BPJUnregisteredBThreadException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJUnregisteredBThreadException() {}

  public BPJUnregisteredBThreadException(String message) {
    super(message);
  }
}
