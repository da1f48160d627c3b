// Virtual threads, structured builders, scoped values: deterministic through join.
import java.util.*;
import java.util.concurrent.*;

public class Virtual {
    static final ScopedValue<String> SV = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        Thread v =
                Thread.ofVirtual()
                        .name("virt")
                        .start(
                                () ->
                                        System.out.println(
                                                "in "
                                                        + Thread.currentThread().getName()
                                                        + " "
                                                        + Thread.currentThread().isVirtual()
                                                        + " "
                                                        + Thread.currentThread().isDaemon()));
        v.join();
        System.out.println(v.getState() + " " + v.isAlive());
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> fs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int k = i;
                fs.add(
                        ex.submit(
                                () -> {
                                    Thread.sleep(1);
                                    return k * k;
                                }));
            }
            int s = 0;
            for (Future<Integer> f : fs) s += f.get();
            System.out.println(s);
        }
        Thread p =
                Thread.ofPlatform()
                        .name("plat-", 1)
                        .daemon()
                        .unstarted(() -> System.out.println(Thread.currentThread().getName()));
        p.start();
        p.join();
        ScopedValue.where(SV, "outer")
                .run(
                        () -> {
                            System.out.println(SV.get());
                            ScopedValue.where(SV, "inner").run(() -> System.out.println(SV.get()));
                            System.out.println(SV.get() + SV.isBound());
                        });
        System.out.println(SV.isBound() + " " + SV.orElse("unbound"));
        Object lock = new Object();
        int[] n = {0};
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++)
            ts[i] =
                    Thread.startVirtualThread(
                            () -> {
                                for (int k = 0; k < 100; k++)
                                    synchronized (lock) {
                                        n[0]++;
                                    }
                            });
        for (Thread t : ts) t.join();
        System.out.println(n[0]);
    }
}
