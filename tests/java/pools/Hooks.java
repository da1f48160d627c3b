// outcomes: <x <x|<x <x>|<x <x>T|<x> <x>|<x> <x>T
// fine: ok
// beforeExecute, afterExecute and terminated of a pool of one; what main sees after get.
import java.util.concurrent.*;

public class Hooks {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    protected void beforeExecute(Thread t, Runnable k) {
                        r.append("<");
                    }

                    protected void afterExecute(Runnable k, Throwable t) {
                        r.append(t == null ? ">" : "!");
                    }

                    protected void terminated() {
                        r.append("T");
                    }
                };
        Future<?> f = p.submit(() -> r.append("x"));
        f.get();
        String s = r.toString();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + (s + " " + r));
    }
}
