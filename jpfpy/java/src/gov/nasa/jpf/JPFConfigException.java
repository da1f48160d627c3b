package gov.nasa.jpf;

/** The configuration cannot be used. JPF: JPFConfigException. */
public class JPFConfigException extends JPFException {
  private static final long serialVersionUID = 1;

  public JPFConfigException(String message) {
    super(message);
  }

  public JPFConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
