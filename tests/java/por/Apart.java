/** Threads that are alike but for what static fields say of them. How: what they do there. */
public class Apart {
    static class Box {
        int n;
        Object o;
    }

    static final Box BOX = new Box();
    static final Thread[] LAST = new Thread[2];
    static final String[] CALLED = {new String("w"), new String("w")};
    static int x;

    static void act(String how) {
        for (int i = 0; i < 2; i++) {
            switch (how) {
                case "locked": // whoever has the monitor stands at a scheduling point
                    x++;
                    synchronized (BOX) {
                        x++;
                    }
                    break;
                case "thread": // its name and number are none of the state
                    LAST[0] = Thread.currentThread();
                    x++;
                    break;
                case "own": // a lock that is a Thread object
                    synchronized (LAST) {
                        LAST[1] = Thread.currentThread();
                    }
                    synchronized (Thread.currentThread()) {
                        x++;
                    }
                    break;
                case "called": // what some threads are called lies elsewhere, too
                    BOX.o = CALLED[x & 1];
                    LAST[0] = Thread.currentThread();
                    x++;
                    break;
                default:
                    BOX.o = new Object[] {BOX, LAST};
                    x++;
            }
        }
    }

    public static void main(String[] a) {
        String how = a[0];
        for (int i = 0; i < 3; i++) {
            Runnable r = () -> act(how);
            (how.equals("called") ? new Thread(r, CALLED[0]) : new Thread(r)).start();
        }
    }
}
