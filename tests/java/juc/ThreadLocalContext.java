// expect: no_errors
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A request's context in a ThreadLocal, removed in finally: the next task on the worker sees none. */
public class ThreadLocalContext {
    static final ThreadLocal<String> user = new ThreadLocal<>();

    static String handle(String u) {
        assert user.get() == null;
        user.set(u);
        try {
            return "hello " + user.get();
        } finally {
            user.remove();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor(r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        var a = one.submit(() -> handle("a"));
        var b = one.submit(() -> handle("b"));
        assert a.get().equals("hello a") && b.get().equals("hello b");
    }
}
