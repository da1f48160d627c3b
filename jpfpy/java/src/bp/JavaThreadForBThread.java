package bp;

/** The Java thread of a b-thread. */
public class JavaThreadForBThread extends Thread {
  final BThread bthread;

  public JavaThreadForBThread(BThread bthread) {
    super(bthread.getName());
    this.bthread = bthread;
  }

  @Override
  public void run() {
    BProgram program = bthread.getBProgram();
    program.enter(bthread);
    try {
      bthread.runBThread();
    } catch (BProgram.Parked end) {
      // a plain run ends a b-thread that parks for good
    } catch (InterruptedException e) {
      throw new IllegalStateException("b-thread " + bthread + " was interrupted", e);
    } finally {
      program.leave(bthread);
    }
  }
}
