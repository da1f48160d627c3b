// expect: violation uncaught_exception java.lang.AssertionError "lost update"
import java.nio.IntBuffer;

public class BufferRace {
    static final IntBuffer buffer = IntBuffer.allocate(1);
    public static void main(String[] args) throws Exception {
        Runnable r = () -> { buffer.put(0, buffer.get(0) + 1); };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        if (buffer.get(0) != 2) throw new AssertionError("lost update");
    }
}
