// errors:
// outcomes: IE 1|7 0
import java.util.concurrent.*;

public class QueueInterrupt {
    static volatile String s;

    public static void main(String[] a) throws Exception {
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
        Thread t =
                new Thread(
                        () -> {
                            try {
                                s = "" + q.take();
                            } catch (InterruptedException e) {
                                s = "IE";
                            }
                        });
        t.start();
        t.interrupt();
        q.put(7);
        t.join();
        System.out.println("R " + s + " " + q.size());
    }
}
