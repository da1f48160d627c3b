package bApplication;

/** An application of behavioral programming: makes its b-threads, adds them to BProgram.bp and starts them. */
public interface BApplication {
  void runBApplication();
}
