/**
 * A thread dies of an exception while another one sets handlers: "o1", "o2" and "on" the thread's own (n: none), "d1",
 * "d2" and "dn" the default one. "group": its group handles it. "main": it is main that dies.
 */
public class Dying {
    static String who = "nobody";

    static class Handler implements Thread.UncaughtExceptionHandler {
        final String name;

        Handler(String name) {
            this.name = name;
        }

        public void uncaughtException(Thread t, Throwable e) {
            who = name;
        }
    }

    static class Group extends ThreadGroup {
        Group() {
            super("g");
        }

        public void uncaughtException(Thread t, Throwable e) {
            who = "group";
        }
    }

    static final Handler[] own = {new Handler("o1"), new Handler("o2")};
    static final Handler[] all = {new Handler("d1"), new Handler("d2")};

    static void set(Thread x, String deeds) {
        for (int i = 0; i < deeds.length(); i += 2) {
            int k = deeds.charAt(i + 1) - '1';
            if (deeds.charAt(i) == 'o') x.setUncaughtExceptionHandler(k < 2 ? own[k] : null);
            else Thread.setDefaultUncaughtExceptionHandler(k < 2 ? all[k] : null);
        }
    }

    public static void main(String[] a) throws InterruptedException {
        Thread main = Thread.currentThread();
        if (a[0].equals("main")) {
            new Thread(
                            () -> {
                                set(main, a[1]);
                                try {
                                    main.join();
                                } catch (InterruptedException e) {
                                    throw new AssertionError();
                                }
                                System.out.println("R " + who);
                            })
                    .start();
            throw new IllegalStateException("dies");
        }
        Thread t =
                new Thread(
                        a[0].equals("group") ? new Group() : null,
                        () -> {
                            throw new IllegalStateException("dies");
                        });
        t.start();
        set(t, a[1]);
        t.join();
        System.out.println("R " + who);
    }
}
