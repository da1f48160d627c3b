// System.exit inside try: finally does not run, hooks do, the status is what was asked for.
public class ExitCode {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook runs")));
        Thread gone = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(gone);
        System.out.println(Runtime.getRuntime().removeShutdownHook(gone) + " " + Runtime.getRuntime().removeShutdownHook(gone));
        try {
            System.out.println("exiting");
            System.exit(300 + 7);
        } finally {
            System.out.println("not printed");
        }
    }
}
