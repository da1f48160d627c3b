/** A thread asks for the state of one that another thread starts; the letters of args[0] say what else is done. */
public class Fresh {
    static int x;
    static volatile int y;
    static String a, b;

    static void body() {
        x++;
        synchronized (Fresh.class) {
            y++;
        }
        y++;
    }

    public static void main(String[] args) throws Exception {
        String how = args[0];
        Thread t = new Thread(Fresh::body);
        Thread asks = new Thread(() -> {
            a = "" + t.getState();
            if (how.contains("2")) b = "" + t.getState();
            if (how.contains("y")) b = b + y;
        });
        Thread starts = new Thread(() -> {
            if (how.contains("l")) synchronized (Fresh.class) { y += 10; }
            t.start();
            if (how.contains("m")) synchronized (Fresh.class) { y += 10; }
        });
        asks.start();
        if (how.contains("s")) { starts.start(); starts.join(); }
        else { if (how.contains("g")) { String g = "" + t.getState(); b = g; } t.start(); }
        if (how.contains("j")) t.join();
        asks.join();
        System.out.println("R " + a + " " + b + " " + (how.contains("j") ? y : -1));
    }
}
