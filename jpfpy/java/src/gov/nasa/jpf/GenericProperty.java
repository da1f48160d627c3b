package gov.nasa.jpf;

/** A property that was violated, by its name. JPF: GenericProperty. */
public class GenericProperty implements Property {
  private final String message;
  private final String name;

  public GenericProperty(String message) {
    this.message = message;
    name = getClass().getName();
  }

  /** Of a property that has no class here. */
  public GenericProperty(String message, String name) {
    this.message = message;
    this.name = name;
  }

  /** The class of the property. */
  public String getName() {
    return name;
  }

  @Override
  public String getErrorMessage() {
    return message;
  }
}
