// expect: no_errors
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads alternate by one condition each. */
public class ConditionPingPong {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition[] turn = {lock.newCondition(), lock.newCondition()};
    static int whose;
    static final StringBuilder out = new StringBuilder();

    static void play(int me, String word) {
        for (int i = 0; i < 2; i++) {
            lock.lock();
            try {
                while (whose != me) turn[me].awaitUninterruptibly();
                out.append(word);
                whose = 1 - me;
                turn[whose].signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> play(1, "pong "));
        t.start();
        play(0, "ping ");
        t.join();
        assert out.toString().equals("ping pong ping pong ");
    }
}
