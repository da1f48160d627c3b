import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** args[1] threads that main has in an array, and joins after it has done args[0] itself. */
public class Keeps {
    static final Object monitor = new Object();
    static int x;
    static boolean go;
    static volatile int v;

    static void task(String what) {
        if (what.equals("wait")) {
            synchronized (monitor) {
                while (!go) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        } else if (what.equals("volatile")) {
            v = 1;
        } else {
            synchronized (monitor) {
                x++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        String what = args[0];
        Thread[] threads = new Thread[Integer.parseInt(args[1])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> task(what));
            threads[i].start();
        }
        switch (what) {
            case "wait" -> {
                synchronized (monitor) {
                    go = true;
                    monitor.notifyAll();
                }
            }
            case "volatile" -> v = 2;
            case "twice" -> {
                for (int i = 0; i < 2; i++) {
                    synchronized (monitor) {
                        x++;
                    }
                }
            }
            case "never" -> {
                synchronized (monitor) {
                    if (x > threads.length) return;
                }
            }
            case "index" -> {
                synchronized (monitor) {
                    x++;
                }
                for (int i = 0; i < threads.length; i++) threads[i].join();
                return;
            }
            case "list" -> {
                List<Thread> list = new ArrayList<>(Arrays.asList(threads));
                threads = null;
                synchronized (monitor) {
                    x++;
                }
                for (Thread t : list) t.join();
                return;
            }
            case "again" -> {
                synchronized (monitor) {
                    x++;
                }
                threads[threads.length - 1].join();
                threads[threads.length - 1].join();
                synchronized (monitor) {
                    System.out.println("R " + x);
                }
                return;
            }
            case "read" -> {
                synchronized (monitor) {
                    x++;
                }
                for (Thread t : threads) t.join();
                if (threads[0].isAlive()) throw new AssertionError();
            }
            default -> {
                synchronized (monitor) {
                    x++;
                }
            }
        }
        for (Thread t : threads) t.join();
    }
}
