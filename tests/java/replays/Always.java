/** Each path ends in the same error, in a state of its own. */
public class Always {
    static int begun, log;

    public static void main(String[] args) throws InterruptedException {
        Thread[] all = new Thread[2];
        for (int k = 0; k < 2; k++) {
            int me = k + 1;
            all[k] = new Thread(() -> {
                begun++;
                for (int i = 0; i < 4; i++) log = log * 3 + me;
            });
        }
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        throw new IllegalStateException("always");
    }
}
