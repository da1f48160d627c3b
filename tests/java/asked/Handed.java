import java.util.concurrent.locks.LockSupport;

/** One thread gets hold of an object of another one's, which it cannot reach before, and looks at what that has written
 * to it; -1: there was none. args[0] says how. */
public class Handed extends Thread {
    static class Node {
        int x;
    }

    int x;

    @Override public void run() {
        x = 1;
    }

    static int in(Thread[] all, int n) {
        int seen = -1;
        for (int i = 0; i < n; i++) if (all[i] instanceof Handed) seen = ((Handed) all[i]).x;
        return seen;
    }

    static int look(String how, Thread t) {
        Thread[] all = new Thread[8];
        switch (how) {
            case "enumerate": return in(all, Thread.enumerate(all));
            case "group": return in(all, Thread.currentThread().getThreadGroup().enumerate(all));
            case "stacks":
                Thread[] those = Thread.getAllStackTraces().keySet().toArray(all);
                return in(those, those.length);
            default:
                Node o = (Node) LockSupport.getBlocker(t);
                return o == null ? -1 : o.x;
        }
    }

    public static void main(String[] args) {
        String how = args[0];
        Thread t = !how.equals("blocker") ? new Handed() : new Thread(() -> {
            Node o = new Node();
            LockSupport.setCurrentBlocker(o);
            o.x = 1;
            LockSupport.setCurrentBlocker(null);
        });
        t.start();
        Thread given = how.equals("blocker") ? t : null;
        new Thread(() -> System.out.println("R " + look(how, given))).start();
    }
}
