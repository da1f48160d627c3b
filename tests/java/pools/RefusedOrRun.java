// outcomes: false|ranfalse|rantrue|rejtrue|true
// fine: ok
// execute against shutdown: run or refused, nothing else.
import java.util.concurrent.*;
public class RefusedOrRun { static volatile String r = "";
  public static void main(String[] a) throws Exception { ExecutorService p = Executors.newFixedThreadPool(1);
    Thread t = new Thread(() -> { try { p.execute(() -> r += "ran"); } catch (RejectedExecutionException e) { r += "rej"; } });
    t.start(); p.shutdown(); t.join(); String s = r + p.isTerminated(); System.out.println("R " + s); } }
