// A default handler for uncaught exceptions that prints and exits with a status of its own.
public class ExitHandler {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(
                (t, e) -> {
                    System.err.println(t.getName() + " died of " + e);
                    System.exit(42);
                });
        Object o = "x";
        Integer i = (Integer) o;
    }
}
