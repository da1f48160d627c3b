// outcomes: false true []|true false [1]|true true []
import java.util.concurrent.ConcurrentLinkedQueue;

/** An element is put in once more, then the first one is taken: who searches the queue meanwhile may find neither. */
public class QueuePutAgain {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        q.add(1);
        Thread t = new Thread(() -> { q.offer(1); q.poll(); });
        t.start();
        boolean there = q.contains(1), gone = q.remove(1);
        t.join();
        System.out.println("R " + there + " " + gone + " " + q);
    }
}
