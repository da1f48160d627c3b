// expect: no_errors
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A partner may be late: then both give up. */
public class ExchangerTimeout {
    static int swapped;

    static void swap(Exchanger<String> ex) {
        try {
            ex.exchange("x", 1, TimeUnit.SECONDS);
            synchronized (ExchangerTimeout.class) {
                swapped++;
            }
        } catch (TimeoutException e) {
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> ex = new Exchanger<>();
        Thread t = new Thread(() -> swap(ex));
        t.start();
        swap(ex);
        t.join();
        assert swapped != 1;
    }
}
