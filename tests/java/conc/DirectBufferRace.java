// expect: violation uncaught_exception java.lang.AssertionError "lost update"
import java.nio.ByteBuffer;

public class DirectBufferRace {
    static final ByteBuffer buffer = ByteBuffer.allocateDirect(8);

    static int get() {
        return buffer.getInt(4);
    }

    static void set(int x) {
        buffer.putInt(4, x);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> set(get() + 1));
        other.start();
        set(get() + 1);
        other.join();
        if (get() != 2) throw new AssertionError("lost update");
    }
}
