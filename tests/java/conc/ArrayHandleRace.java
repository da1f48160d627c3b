// expect: violation uncaught_exception java.lang.AssertionError "lost update"
import java.lang.invoke.*;

public class ArrayHandleRace {
    static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] cells = new int[1];
    public static void main(String[] args) throws Exception {
        Runnable r = () -> { CELLS.set(cells, 0, (int) CELLS.get(cells, 0) + 1); };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        if (cells[0] != 2) throw new AssertionError("lost update");
    }
}
