// expect: no_errors
/** A program's threads may have fields that are named like Thread's own. */
public class ThreadFields {
    static class Worker extends Thread {
        int threadStatus = 7;
        long eetop = 8;
        Object holder = this;
        Object group = this;
        Object uncaughtExceptionHandler = this;
        String name = "mine";

        Worker() {
            super("worker");
        }

        @Override public void run() {
            throw new IllegalStateException("handled");
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder seen = new StringBuilder();
        Worker w = new Worker();
        w.setUncaughtExceptionHandler((t, e) -> seen.append(t.getName()).append(' ').append(e.getMessage()));
        w.start();
        w.join();
        if (w.threadStatus != 7 || w.eetop != 8 || w.holder != w || w.group != w) throw new AssertionError("fields");
        if (!w.name.equals("mine") || w.uncaughtExceptionHandler != w) throw new AssertionError("more fields");
        if (w.getState() != Thread.State.TERMINATED || w.isAlive()) throw new AssertionError("state");
        if (!seen.toString().equals("worker handled")) throw new AssertionError(seen);
    }
}
