// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.CountDownLatch;

/** A lazily made singleton, checked once only: two instances. */
public class LazyHolderDoubleChecked {
    static volatile LazyHolderDoubleChecked instance;
    static int made;

    static LazyHolderDoubleChecked get() {
        if (instance == null) {
            synchronized (LazyHolderDoubleChecked.class) {
                made++;
                instance = new LazyHolderDoubleChecked();
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1), end = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                get();
                end.countDown();
            }).start();
        }
        go.countDown();
        end.await();
        assert made == 1 : made;
    }
}
