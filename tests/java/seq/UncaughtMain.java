// An exception that leaves main: trace on standard error, exit status 1, other threads go on.
public class UncaughtMain {
    static class AppException extends Exception {
        AppException(String m, Throwable c) { super(m, c); }
    }
    public static void main(String[] args) throws Exception {
        System.out.print("no newline at the end");
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("\nstill running");
        });
        t.start();
        try {
            Object o = "x";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            throw new AppException("wrapped\nin two lines", e);
        }
    }
}
