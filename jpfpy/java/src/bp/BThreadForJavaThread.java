package bp;

/** The b-thread that a Java thread has become by BProgram.add(priority); it ends with BProgram.remove(). */
public class BThreadForJavaThread extends BThread {
  public BThreadForJavaThread(Thread thread) {
    super(thread.getName());
    setThread(thread);
  }

  @Override
  public void runBThread() {
    throw new IllegalStateException("b-thread " + this + " is a Java thread, which runs by itself");
  }
}
