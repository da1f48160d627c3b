import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** A pool of `w` workers and `n` tasks, used in the ways that args[0] names. */
public class Crew {
    static final AtomicInteger c = new AtomicInteger();
    static int plain;
    static volatile String r = "";

    static synchronized void say(String s) {
        r += s;
    }

    static void nap(String name) {
        try {
            Thread.sleep(1000);
            say(name);
        } catch (InterruptedException e) {
            say(name + "!" + c.incrementAndGet());
        }
    }

    public static void main(String[] a) throws Exception {
        int n = Integer.parseInt(a[1]), w = Integer.parseInt(a[2]);
        ExecutorService e = Executors.newFixedThreadPool(w);
        List<Future<?>> f = new ArrayList<>();
        switch (a[0]) {
            case "execute" -> {
                for (int i = 0; i < n; i++) e.execute(c::incrementAndGet);
            }
            case "submit" -> {
                for (int i = 0; i < n; i++) f.add(e.submit(() -> {
                    c.incrementAndGet();
                }));
                for (Future<?> x : f) x.get();
            }
            case "invokeAll" -> {
                List<Callable<Integer>> l = new ArrayList<>();
                for (int i = 0; i < n; i++) l.add(() -> {
                    c.incrementAndGet();
                    return 0;
                });
                for (Future<Integer> x : e.invokeAll(l)) x.get();
            }
            case "race" -> {
                for (int i = 0; i < n; i++) f.add(e.submit(() -> {
                    plain++;
                }));
                for (Future<?> x : f) x.get();
                assert plain == n;
            }
            case "throws" -> {
                for (int i = 0; i < n; i++) {
                    int j = i;
                    f.add(e.submit(() -> {
                        if (c.getAndIncrement() == 1) throw new IllegalStateException("task " + j);
                    }));
                }
                for (Future<?> x : f) x.get();
            }
            case "refused" -> {
                e.execute(e::shutdown);
                for (int i = 0; i < n; i++) e.execute(c::incrementAndGet);
            }
            case "now" -> {
                e.execute(() -> nap("x"));
                e.execute(() -> nap("y"));
                say("" + e.shutdownNow().size());
            }
            case "active" -> {
                for (int i = 0; i < n; i++) e.execute(c::incrementAndGet);
                say("" + ((ThreadPoolExecutor) e).getActiveCount() + ((ThreadPoolExecutor) e).getPoolSize());
            }
            case "hash" -> {
                Set<Integer> seen = new TreeSet<>();
                ((ThreadPoolExecutor) e).setThreadFactory(k -> {
                    seen.add(k.hashCode());
                    return new Thread(k);
                });
                for (int i = 0; i < n; i++) e.execute(c::incrementAndGet);
                say("" + seen.size());
            }
            case "wrapped" -> {
                ThreadPoolExecutor p = new ThreadPoolExecutor(w, w, 0, TimeUnit.DAYS, new LinkedBlockingQueue<>(),
                        k -> new Thread(() -> {
                            k.run();
                            say(Thread.interrupted() ? "i" : "-");
                        }));
                e.shutdown();
                e = p;
                for (int i = 0; i < n; i++) e.execute(c::incrementAndGet);
            }
            default -> throw new IllegalArgumentException(a[0]);
        }
        e.shutdown();
        e.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        System.out.println("R " + c + " " + r);
    }
}
