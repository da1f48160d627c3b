// expect: violation uncaught_exception java.lang.AssertionError "lost update"
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class ByteViewRace {
    static final VarHandle VIEW = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] bytes = new byte[4];

    static int get() {
        return (int) VIEW.get(bytes, 0);
    }

    static void set(int x) {
        VIEW.set(bytes, 0, x);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> set(get() + 1));
        other.start();
        set(get() + 1);
        other.join();
        if (get() != 2) throw new AssertionError("lost update");
    }
}
