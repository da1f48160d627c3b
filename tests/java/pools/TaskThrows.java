// outcomes: |a|aU|aUb|ab|abU
// A task that throws: its worker is replaced, the handler runs at any time.
import java.util.concurrent.*;
public class TaskThrows { static StringBuffer r = new StringBuffer();
  public static void main(String[] a) throws Exception { Thread.setDefaultUncaughtExceptionHandler((t, e) -> r.append("U"));
    ExecutorService p = Executors.newFixedThreadPool(1);
    p.execute(() -> { r.append("a"); throw new IllegalStateException(); }); p.execute(() -> r.append("b"));
    p.shutdown(); p.awaitTermination(1, TimeUnit.DAYS); System.out.println("R " + r); } }
