// expect: no_errors
// join waits on the thread's monitor: who holds that gives it up, and the thread ends under it.
public class JoinGivesUpMonitor {
    static int done;

    static class Worker extends Thread {
        @Override
        public synchronized void run() {
            done++;
            notifyAll();
            try {
                wait(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Worker();
        synchronized (t) {
            t.start();
            t.join();
        }
        if (done != 1 || t.isAlive()) throw new AssertionError("joined too early");
        Thread u = new Worker();
        u.start();
        u.join();
        if (done != 2) throw new AssertionError("joined too early");
    }
}
