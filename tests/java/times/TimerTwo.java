// outcomes: xo|xxo|xxxo|xxxx
// Two tasks of a timer, the first one with a period: the second is due between its runs.
import java.util.*;
import java.util.concurrent.CountDownLatch;

public class TimerTwo {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        Timer t = new Timer();
        CountDownLatch end = new CountDownLatch(1);
        t.scheduleAtFixedRate(task(() -> add("x")), 10, 10);
        t.schedule(task(() -> { add("o"); t.cancel(); end.countDown(); }), 15);
        end.await();
        System.out.println("R " + r);
    }

    static TimerTask task(Runnable body) {
        return new TimerTask() {
            public void run() {
                body.run();
            }
        };
    }

    static void add(String s) {
        if (r.length() < 4) r.append(s);
    }
}
