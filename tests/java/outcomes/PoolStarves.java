// errors: deadlock
// outcomes:
import java.util.concurrent.*;
public class PoolStarves {
  public static void main(String[] a) throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(1);
    Future<Integer> f = e.submit(() -> e.submit(() -> 1).get());
    System.out.println("R " + f.get()); e.shutdown();
  }
}
