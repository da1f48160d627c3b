/* argument: "resume", "forget" (nobody resumes the thread), or "self" (it suspends itself, and is resumed when it has). */
public class Suspended {
    static volatile boolean running, go;

    public static void main(String[] args) throws InterruptedException {
        String how = args[0];
        Thread t = new Thread(() -> {
            running = true;
            if (how.equals("self")) Thread.currentThread().suspend();
            while (!go) Thread.yield();
        });
        t.start();
        while (!running) Thread.yield();
        if (how.equals("self")) {
            go = true;
            t.resume(); // too early on some paths
        } else {
            t.suspend();
            if (t.getState() != Thread.State.RUNNABLE) throw new AssertionError(t.getState());
            go = true;
            if (how.equals("resume")) t.resume();
        }
        t.join();
    }
}
