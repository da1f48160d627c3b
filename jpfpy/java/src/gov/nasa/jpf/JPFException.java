package gov.nasa.jpf;

/** The search could not go on. JPF: JPFException. */
public class JPFException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public JPFException(String details) {
    super(details);
  }

  public JPFException(Throwable cause) {
    super(cause);
  }

  public JPFException(String details, Throwable cause) {
    super(details, cause);
  }
}
