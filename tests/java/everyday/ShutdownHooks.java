// Shutdown hooks with System.exit: hooks run once, later registration fails, status, output
// flushed.
public class ShutdownHooks {
    public static void main(String[] args) throws Exception {
        Thread never = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(never);
        System.out.println(
                Runtime.getRuntime().removeShutdownHook(never)
                        + " "
                        + Runtime.getRuntime().removeShutdownHook(never));
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    System.out.println("hook");
                                    try {
                                        Runtime.getRuntime().addShutdownHook(new Thread());
                                    } catch (IllegalStateException e) {
                                        System.out.println(e.getMessage());
                                    }
                                },
                                "hook"));
        try {
            Runtime.getRuntime().addShutdownHook(never);
            Runtime.getRuntime().addShutdownHook(never);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Runtime.getRuntime().removeShutdownHook(never);
        Thread t =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(100000);
                            } catch (InterruptedException e) {
                            }
                        });
        t.setDaemon(true);
        t.start();
        try {
            System.exit(3);
        } finally {
            System.out.println("finally is not run");
        }
    }
}
