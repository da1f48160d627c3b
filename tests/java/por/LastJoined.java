/** Threads that are joined in a loop that keeps one of them; what that one has seen is printed. */
public class LastJoined {
    static int next;

    static class Worker extends Thread {
        int turn;

        public void run() {
            synchronized (LastJoined.class) {
                turn = ++next;
            }
        }
    }

    static Worker join(String which, Worker[] all) throws InterruptedException {
        Worker kept = null;
        int i = 0;
        switch (which) {
            case "last":
                for (Worker w : all) {
                    kept = w;
                    w.join();
                }
                return kept;
            case "second":
                for (Worker w : all) {
                    if (i++ == 1) kept = w;
                    w.join();
                }
                return kept;
            default:
                kept = all[0];
                for (Worker w : all) w.join();
                return kept;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] all = new Worker[3];
        for (int i = 0; i < all.length; i++) all[i] = new Worker();
        for (Worker w : all) w.start();
        System.out.println("R " + join(args[0], all).turn);
    }
}
