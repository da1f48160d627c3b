/** One thread sets what another one asks for: the answer is the one before or the one after. */
public class Asked {
    static Object answer;

    static void set(String what, Thread x, ThreadGroup g, Thread.UncaughtExceptionHandler h) {
        switch (what) {
            case "priority":
                x.setPriority(7);
                break;
            case "daemon":
                x.setDaemon(true);
                break;
            case "loader":
                x.setContextClassLoader(null);
                break;
            case "handler":
                x.setUncaughtExceptionHandler(h);
                break;
            case "default":
                Thread.setDefaultUncaughtExceptionHandler(h);
                break;
            case "name":
                x.setName("other");
                break;
            case "most":
                g.setMaxPriority(3);
                break;
            case "groups":
                new ThreadGroup(g, "k");
                break;
            case "lasting":
                g.setDaemon(true);
                break;
            case "property":
                System.setProperty("k", "v");
                break;
            case "stream":
                System.setErr(new java.io.PrintStream(new java.io.ByteArrayOutputStream()));
                break;
            case "interrupt":
                x.interrupt();
                break;
            default:
                x.start();
        }
    }

    static Object get(String what, Thread x, ThreadGroup g, Object h, Object err) {
        switch (what) {
            case "priority":
                return x.getPriority() == 7;
            case "daemon":
                return x.isDaemon();
            case "loader":
                return x.getContextClassLoader() == null;
            case "handler":
                return x.getUncaughtExceptionHandler() == h;
            case "default":
                return Thread.getDefaultUncaughtExceptionHandler() == h;
            case "name":
                return x.getName().equals("other");
            case "most":
                return g.getMaxPriority() == 3;
            case "groups":
                return g.activeGroupCount() == 1;
            case "lasting":
                return g.isDaemon();
            case "property":
                return System.getProperty("k") != null;
            case "stream":
                return System.err != err;
            case "interrupt":
                return x.isInterrupted();
            default:
                return x.getState() != Thread.State.NEW;
        }
    }

    public static void main(String[] a) throws InterruptedException {
        Thread x = new Thread(() -> {});
        ThreadGroup g = new ThreadGroup("g");
        Thread.UncaughtExceptionHandler h = (y, e) -> {};
        Object err = System.err;
        Thread t = new Thread(() -> set(a[0], x, g, h)), u = new Thread(() -> answer = get(a[0], x, g, h, err));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + answer);
    }
}
