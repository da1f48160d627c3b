// expect: no_errors
// output: handled boom
public class UncaughtHandler {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() { public void run() { throw new RuntimeException("boom"); } };
        t.setUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
            public void uncaughtException(Thread t, Throwable e) {
                System.out.print("handled ");
                System.out.println(e.getMessage());
            }
        });
        t.start();
        t.join();
    }
}
