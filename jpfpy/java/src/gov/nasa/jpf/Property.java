package gov.nasa.jpf;

/** What a search has checked, as a test of a search sees it. JPF: Property. */
public interface Property {
  String getErrorMessage();

  default String getExplanation() {
    return null;
  }
}
