/** args[1] threads with nothing in common but what args[0] says that they read, or write. */
public class Tables {
    static final Integer[] table = {1, 2, 3};

    enum Color { RED, GREEN }

    static int look(String what) {
        switch (what) {
            case "values":
                return Color.values().length;
            case "next":
                return Color.values()[1].ordinal();
            case "clone":
                return table.clone()[1];
            case "written":
                table[0] = 4;
                return table.clone()[0];
            default:
                return 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String what = args[0];
        look(what);
        Thread[] threads = new Thread[Integer.parseInt(args[1])];
        for (int i = 0; i < threads.length; i++) {
            Object lock = new Object();
            Object[] own = new Object[2 + i];
            threads[i] = new Thread(() -> {
                int seen = look(what);
                synchronized (lock) {
                    own[0] = seen;
                }
                synchronized (lock) {
                    own[1] = own[0];
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
    }
}
