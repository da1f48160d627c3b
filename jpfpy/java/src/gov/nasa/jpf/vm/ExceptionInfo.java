package gov.nasa.jpf.vm;

/** An exception that has left a thread. JPF: ExceptionInfo. */
public class ExceptionInfo {
  private final String className;
  private final String details;
  private final String causeClassName;
  private final String causeDetails;

  public ExceptionInfo(String className, String details, String causeClass, String causeDetails) {
    this.className = className;
    this.details = details;
    this.causeClassName = causeClass;
    this.causeDetails = causeDetails;
  }

  public String getExceptionClassname() {
    return className;
  }

  /** The class, and what it says: "p.X : message". */
  public String getDetails() {
    return details == null ? className : className + " : " + details;
  }

  public String getCauseClassname() {
    return causeClassName;
  }

  public String getCauseDetails() {
    return causeDetails;
  }
}
