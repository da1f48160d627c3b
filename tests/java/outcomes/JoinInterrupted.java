// outcomes: joined true|interrupted false
// errors:
/** A thread that interrupts the one that joins it: that may come before the end, or be too late to matter. */
public class JoinInterrupted {
    public static void main(String[] args) throws Exception {
        Thread joiner = Thread.currentThread();
        Thread t = new Thread(joiner::interrupt);
        t.start();
        String s;
        try {
            t.join();
            s = "joined ";
        } catch (InterruptedException e) {
            s = "interrupted ";
        }
        System.out.println("R " + s + Thread.interrupted());
    }
}
