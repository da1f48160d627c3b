/** Main joins threads of a static array that nobody looks at behind that, but two of them are somewhere else, too. */
public class Elsewhere {
    static class Box {
        Object o;
    }

    static Thread[] all;
    static final Box[][] DEEP = {{new Box(), new Box()}};
    static int x, same;

    static void act() {
        int t = x;
        x = t + 1;
        if (DEEP[0][0].o == Thread.currentThread()) same += t;
        if (DEEP[0][1].o == Thread.currentThread()) same += 4 * t;
    }

    public static void main(String[] a) throws Exception {
        int n = 3;
        all = new Thread[n];
        for (int i = 0; i < n; i++) all[i] = new Thread(Elsewhere::act);
        for (int i = 0; i < 2; i++) DEEP[0][i].o = all[i];
        for (int i = 0; i < n; i++) all[i].start();
        synchronized (DEEP) {
            if (x == 7) x = 0;
        }
        for (Thread t : all) t.join();
        all = null;
        System.out.println("R " + x + " " + same);
    }
}
