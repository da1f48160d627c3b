// An exception that leaves another thread does not change the exit status; handlers.
public class UncaughtThread {
    public static void main(String[] args) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            throw new IllegalStateException("worker failed");
                        },
                        "worker");
        t.start();
        t.join();
        Thread u =
                new Thread(
                        () -> {
                            int[] a = new int[1];
                            a[1] = 2;
                        });
        u.setUncaughtExceptionHandler(
                (th, e) -> System.out.println("handler " + th.getName() + " " + e.getMessage()));
        u.start();
        u.join();
        Thread.setDefaultUncaughtExceptionHandler(
                (th, e) -> System.out.println("default " + th.getName() + " " + e));
        Thread v =
                new Thread(
                        () -> {
                            throw new Error("v");
                        });
        v.start();
        v.join();
        Thread x =
                new Thread(
                        () -> {
                            throw new RuntimeException("first");
                        });
        x.setUncaughtExceptionHandler(
                (th, e) -> {
                    throw new RuntimeException("handler fails too");
                });
        x.start();
        x.join();
        ThreadGroup g =
                new ThreadGroup("g") {
                    @Override
                    public void uncaughtException(Thread th, Throwable e) {
                        System.out.println("group " + getName() + " " + e.getMessage());
                    }
                };
        Thread y =
                new Thread(
                        g,
                        () -> {
                            throw new RuntimeException("in group");
                        });
        y.start();
        y.join();
        System.out.println(g.getParent().getName());
    }
}
