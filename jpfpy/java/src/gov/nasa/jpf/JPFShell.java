package gov.nasa.jpf;

/** What can be started with arguments. JPF: JPFShell. */
public interface JPFShell {
  void start(String[] args);
}
