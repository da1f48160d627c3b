// expect: violation uncaught_exception ThreadNameField$Failed "in worker"
/** The report names a thread by Thread's name, whatever its class calls so. */
public class ThreadNameField {
    static class Worker extends Thread {
        int name = 123456789;

        Worker() {
            super("worker");
        }

        @Override public void run() {
            throw new Failed("in " + getName());
        }
    }

    static class Failed extends AssertionError {
        Object backtrace = this;
        Object detailMessage = this;

        Failed(String message) {
            super(message);
        }
    }

    public static void main(String[] args) {
        new Worker().start();
    }
}
