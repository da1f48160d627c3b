// expect: violation deadlock
import java.util.concurrent.Exchanger;

/** Three threads exchange: one is left alone. */
public class ExchangerOdd {
    public static void main(String[] args) {
        Exchanger<Integer> ex = new Exchanger<>();
        for (int i = 0; i < 3; i++) {
            int me = i;
            new Thread(() -> {
                try {
                    ex.exchange(me);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
