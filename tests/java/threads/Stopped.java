/* argument: "self" or "other". */
public class Stopped {
    public static void main(String[] args) throws InterruptedException {
        boolean self = args[0].equals("self");
        Thread t = new Thread(() -> {
            try {
                if (self) Thread.currentThread().stop();
                for (;;) Thread.yield();
            } catch (ThreadDeath e) {
                System.out.println("stopped");
            }
        });
        t.start();
        if (!self) t.stop();
        t.join();
        t.stop();
    }
}
