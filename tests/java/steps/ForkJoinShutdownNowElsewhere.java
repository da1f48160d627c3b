// outcomes: -- false --|-- false d-|-- true --|-- true -c|-- true d-|-- true dc|-c true dc|? false --|? false d-|? false dc|? true --|? true -c|? true d-|? true dc|d- false d-|d- true d-|dc false dc|dc true dc
// outcomes 21: -- false --|-- false -c|-- false d-|-- false dc|-- true --|-- true d-|-- true dc|-c false dc|-c true dc|? false --|? false d-|? false dc|? true d-|? true dc|d- false d-|d- true d-|dc false dc|dc true dc
// outcomes 25: -- false --|-- false -c|-- false d-|-- false dc|-- true --|-- true -c|-- true d-|-- true dc|-c false dc|-c true dc|? false --|? false -c|? false dc|? true --|? true -c|? true dc|d- false d-|d- true d-|dc false dc|dc true dc
// fine: parts
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

/** As ForkJoinShutdownNowTwo, but another thread ends the pool: what the pool does is no single step then. */
public class ForkJoinShutdownNowElsewhere {
    static String state(ForkJoinTask<?> t) {
        return (t.isDone() ? "d" : "-") + (t.isCancelled() ? "c" : "-");
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        ForkJoinTask<?> t = p.submit(() -> { }), u = p.submit(() -> { });
        Thread other = new Thread(p::shutdownNow);
        other.start();
        other.join();
        String soon = t.isDone() && !t.isCancelled() ? state(u) : "?";
        boolean ended = p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("R " + soon + " " + ended + " " + state(u));
    }
}
