/** A thread that answers for itself which handler it has; a handler that throws what it was given again. */
public class Answers {
    static String who = "nobody";

    static class Own extends Thread {
        public void run() {
            throw new IllegalStateException("dies");
        }

        @Override
        public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return (t, e) -> who = "own";
        }
    }

    static class Again implements Thread.UncaughtExceptionHandler {
        public void uncaughtException(Thread t, Throwable e) {
            who = "again";
            throw (RuntimeException) e;
        }
    }

    public static void main(String[] a) throws InterruptedException {
        Thread t = new Own();
        if (a[0].equals("again")) {
            t =
                    new Thread(
                            () -> {
                                throw new IllegalStateException("dies");
                            });
            t.setUncaughtExceptionHandler(new Again());
        }
        t.start();
        Thread.setDefaultUncaughtExceptionHandler((x, e) -> who = "default");
        t.join();
        System.out.println("R " + who);
    }
}
