// System.gc clears weak and phantom references to what nothing else holds, and their queues, maps and cleaners hear of it.
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.CountDownLatch;

public class WeaklyHeld {
    static void register(Cleaner cleaner, CountDownLatch done) {
        cleaner.register(new Object(), done::countDown);
    }

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        WeakReference<Object> alive = new WeakReference<>(kept, queue);
        WeakReference<Object> weak = new WeakReference<>(new Object(), queue);
        SoftReference<Object> soft = new SoftReference<>(new Object());
        System.gc();
        System.out.println((queue.remove() == weak) + " " + weak.get() + " " + (alive.get() == kept) + " " + (soft.get() != null));
        PhantomReference<Object> phantom = new PhantomReference<>(new Object(), queue);
        System.gc();
        System.out.println((queue.remove() == phantom) + " " + phantom.get() + " " + queue.poll());
        Map<Object, String> map = new WeakHashMap<>();
        map.put(kept, "stays");
        map.put(new Object(), "goes");
        System.gc();
        while (map.size() > 1) Thread.sleep(1);
        System.out.println(map.values());
        CountDownLatch done = new CountDownLatch(1);
        register(Cleaner.create(), done);
        System.gc();
        done.await();
        System.out.println("cleaned");
        Reference.reachabilityFence(kept);
    }
}
