// Shutdown hooks run after the last non-daemon thread; daemons do not hold the VM.
public class HooksAfterMain {
    public static void main(String[] args) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    System.out.println("hook");
                                    throw new RuntimeException("in hook");
                                }));
        Thread d =
                new Thread(
                        () -> {
                            synchronized (HooksAfterMain.class) {
                                try {
                                    HooksAfterMain.class.wait();
                                } catch (InterruptedException e) {
                                    System.out.println("no");
                                }
                            }
                        });
        d.setDaemon(true);
        d.start();
        new Thread(
                        () -> {
                            try {
                                Thread.sleep(300);
                            } catch (InterruptedException e) {
                                System.out.println("no");
                            }
                            System.out.println("worker");
                        })
                .start();
        try {
            Runtime.getRuntime().addShutdownHook(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
