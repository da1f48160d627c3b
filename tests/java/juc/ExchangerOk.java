// expect: no_errors
import java.util.concurrent.Exchanger;

/** Two threads swap values. */
public class ExchangerOk {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> ex = new Exchanger<>();
        Thread t = new Thread(() -> {
            try {
                assert ex.exchange("t").equals("m");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        assert ex.exchange("m").equals("t");
        t.join();
    }
}
