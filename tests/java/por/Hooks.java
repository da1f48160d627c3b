/** Shutdown hooks: who runs them, beside what, and how that can go wrong. */
public class Hooks {
    static volatile int x;
    static final Object lock = new Object();
    static final StringBuffer order = new StringBuffer();

    static void hook(Runnable r) {
        Runtime.getRuntime().addShutdownHook(new Thread(r));
    }

    static void daemon(Runnable r) {
        Thread t = new Thread(r);
        t.setDaemon(true);
        t.start();
    }

    static void ended(int n) {
        if (order.length() == n) System.out.println("R " + order);
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "two": // both orders of two hooks
                hook(() -> { order.append('a'); ended(2); });
                hook(() -> { order.append('b'); ended(2); });
                break;
            case "daemon": // a daemon goes on while the hooks run
                hook(() -> System.out.println("R " + x));
                daemon(() -> x = 1);
                break;
            case "exit": // so it does after exit
                hook(() -> System.out.println("R " + x));
                daemon(() -> x = 1);
                System.exit(0);
                break;
            case "last": // either thread may be the last; the hook comes after both
                hook(() -> System.out.println("R " + order));
                new Thread(() -> order.append('t')).start();
                order.append('m');
                break;
            case "late": // registered by a thread that outlives main
                new Thread(() -> { order.append('t'); hook(() -> System.out.println("R " + order)); }).start();
                order.append('m');
                break;
            case "waits": // a hook that waits for ever: the program never ends
                hook(() -> {
                    synchronized (lock) {
                        try { lock.wait(); } catch (InterruptedException e) { }
                    }
                });
                break;
            case "exits": // exit within a hook waits for the hooks' end, and they for it
                hook(() -> System.exit(1));
                break;
            case "joins": // exit while a lock is held that a hook needs
                hook(() -> { synchronized (lock) { x = 1; } });
                synchronized (lock) { System.exit(0); }
                break;
            case "asserts": // an error of a hook is one of the program
                hook(() -> { assert x == 0 : "seen 1"; });
                daemon(() -> x = 1);
                break;
            case "removed": {
                Thread t = new Thread(() -> System.out.println("R no"));
                Runtime.getRuntime().addShutdownHook(t);
                if (!Runtime.getRuntime().removeShutdownHook(t)) throw new AssertionError();
                System.out.println("R yes");
                break;
            }
            case "halt":
                hook(() -> System.out.println("R no"));
                System.out.println("R yes");
                Runtime.getRuntime().halt(0);
                break;
            case "starts": // a daemon may start a thread that ends last, or be too late
                hook(() -> { order.append('h'); ended(2); });
                daemon(() -> new Thread(() -> { order.append('t'); ended(2); }).start());
                break;
            case "toolate": // to register one while they run is refused
                hook(() -> {
                    try { hook(() -> { }); } catch (IllegalStateException e) { System.out.println("R " + e.getMessage()); }
                });
                break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
