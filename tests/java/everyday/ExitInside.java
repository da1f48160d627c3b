// System.exit from a worker while main sleeps; finally blocks do not run, hooks do.
public class ExitInside {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () ->
                                        System.out.println(
                                                "bye " + Thread.currentThread().isDaemon())));
        Thread t =
                new Thread(
                        () -> {
                            try {
                                System.exit(7);
                            } finally {
                                System.out.println("finally");
                            }
                        });
        t.start();
        try {
            Thread.sleep(100000);
            System.out.println("woke");
        } finally {
            System.out.println("main finally");
        }
    }
}
