package gov.nasa.jpf;

/** An error that a search has found. JPF: Error. */
public class Error {
  private final int id;
  private final Property property;
  private final String details;

  public Error(int id, Property property, String details) {
    this.id = id;
    this.property = property;
    this.details = details;
  }

  public int getId() {
    return id;
  }

  public String getDescription() {
    return property instanceof GenericProperty
        ? ((GenericProperty) property).getName()
        : property.getClass().getName();
  }

  public String getDetails() {
    return details;
  }

  public Property getProperty() {
    return property;
  }
}
