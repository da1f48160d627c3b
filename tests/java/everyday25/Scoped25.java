// Scoped values and virtual threads with one outcome.
import java.util.concurrent.*;

public class Scoped25 {
    static final ScopedValue<String> U = ScopedValue.newInstance();
    static final ScopedValue<Integer> D = ScopedValue.newInstance();

    static String who() {
        return U.orElse("nobody") + D.orElse(-1);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(who());
        ScopedValue.where(U, "ann")
                .where(D, 1)
                .run(
                        () -> {
                            System.out.println(who());
                            ScopedValue.where(U, "bob").run(() -> System.out.println(who()));
                            System.out.println(who());
                        });
        System.out.println(ScopedValue.where(D, 4).call(() -> D.get() * 2) + " " + U.isBound());
        try {
            U.get();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("unbound");
        }
        Thread v =
                Thread.ofVirtual()
                        .name("virt")
                        .start(
                                () ->
                                        System.out.println(
                                                Thread.currentThread().isVirtual()
                                                        + Thread.currentThread().getName()));
        v.join();
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            System.out.println(ex.submit(() -> 42).get());
        }
        ReentrantUse.go();
        System.out.println(
                v.isDaemon()
                        + ""
                        + v.getState()
                        + Thread.startVirtualThread(() -> {})
                                .join(java.time.Duration.ofSeconds(5)));
    }

    static class ReentrantUse {
        static void go() throws Exception {
            var q = new SynchronousQueue<Integer>();
            Thread t =
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    q.put(7);
                                } catch (InterruptedException e) {
                                }
                            });
            System.out.println(q.take());
            t.join();
        }
    }
}
