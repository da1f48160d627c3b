/** Who can tell that a thread has ended. Each case has its error only if a look comes before the end of a thread that
 * has done all else it does. */
public class Looks {
    static volatile int x;

    static void found(boolean is) {
        if (is) throw new IllegalStateException("alive");
    }

    /** It ends after x = 1. */
    static Thread ending() {
        return new Thread(() -> { x = 1; });
    }

    static void look(String how, Thread u) throws InterruptedException {
        if (x != 1) return;
        switch (how) {
            case "alive" -> found(u.isAlive());
            case "state" -> found(u.getState() != Thread.State.TERMINATED);
            case "timed" -> {
                u.join(1000);
                found(u.isAlive());
            }
            case "count" -> found(Thread.activeCount() > 2);
            case "list" -> found(Thread.enumerate(new Thread[9]) > 2);
            case "all" -> found(Thread.getAllStackTraces().size() > 2);
            case "group" -> found(u.getThreadGroup() != null);
            case "handler" -> found(u.getUncaughtExceptionHandler() != null);
            case "text" -> found(u.toString().contains("main"));
            case "wait" -> {
                synchronized (u) {
                    if (x == 1) u.wait(10);
                    found(u.isAlive());
                }
            }
            case "daemon" -> {
                try {
                    u.setDaemon(true);
                } catch (IllegalThreadStateException e) {
                    found(true);
                }
            }
            default -> throw new AssertionError(how);
        }
    }

    public static void main(String[] args) throws Exception {
        String how = args[0];
        if (how.equals("joiner")) {
            interrupted(false);
        } else if (how.equals("sleeper")) {
            interrupted(true);
        } else if (how.equals("cut")) {
            cut();
        } else {
            Thread u = ending(), v = new Thread(() -> {
                try {
                    look(how, u);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            u.start();
            v.start();
        }
    }

    /** An interrupt ends a join, or a sleep, only before the thread that waits has gone on and ended. */
    static void interrupted(boolean sleeps) {
        Thread u = ending(), v = new Thread(() -> {
            try {
                if (sleeps) Thread.sleep(10);
                else u.join();
            } catch (InterruptedException e) {
                found(true);
            }
        });
        u.start();
        v.start();
        new Thread(() -> { if (x == 1) v.interrupt(); }).start();
    }

    /** The daemon is started, and learns that its starter has ended, only while u lives. */
    static void cut() {
        Thread u = ending(), v = new Thread(() -> {
            Thread self = Thread.currentThread(), d = new Thread(() -> {
                try {
                    self.join();
                } catch (InterruptedException e) {
                    return;
                }
                found(true);
            });
            d.setDaemon(true);
            d.start();
        });
        u.start();
        v.start();
    }
}
