// verdict: uncaught_exception java.lang.AssertionError (each variant)
// Fields that look harmless for a while: never written, one thread's own, protected by a lock. The access that
// shows otherwise comes from the other thread, or in a way of its own.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

public class Uses {
    static final class Final {
        static Final published;
        final int value;

        Final() {
            published = this;
            value = 1;
        }
    }

    static class Own extends Thread {
        int mine;

        @Override
        public void run() {
            mine = 1;
            mine = 2;
        }
    }

    static class Cell implements Cloneable {
        int value, other;

        synchronized void twice() {
            value++;
            value++;
        }

        Cell copy() throws CloneNotSupportedException {
            return (Cell) clone();
        }
    }

    static Cell cell = new Cell();
    static int late;
    static int[] table = new int[2];
    static boolean flag;

    static void check(boolean good) {
        if (!good) throw new AssertionError("seen");
    }

    static void work() {
        for (int i = 0; i < 8; i++) cell.twice();
    }

    public static void main(String[] args) throws Exception {
        Thread t;
        switch (args[0]) {
            case "escape": // a final field is read before its constructor has written it
                t = new Thread(Final::new);
                t.start();
                Final f = Final.published;
                if (f != null) check(f.value == 1);
                break;
            case "once": // read many times, written once, in between
                t = new Thread(() -> {
                    int a = late, b = late, c = late;
                    check(a == b && b == c);
                });
                t.start();
                late = 1;
                break;
            case "table":
                t = new Thread(() -> check(table[0] == table[0]));
                t.start();
                System.arraycopy(new int[] {3}, 0, table, 0, 1);
                break;
            case "own": // a thread's own field, looked at from outside
                Own own = new Own();
                t = own;
                t.start();
                check(own.mine != 1);
                break;
            case "lock": // protected a hundred times, then not
                t = new Thread(Uses::work);
                t.start();
                check(cell.value % 2 == 0);
                break;
            case "reflection":
                t = new Thread(Uses::work);
                t.start();
                Field field = Cell.class.getDeclaredField("value");
                check(field.getInt(cell) % 2 == 0);
                break;
            case "handle":
                VarHandle h = MethodHandles.lookup().findVarHandle(Cell.class, "value", int.class);
                t = new Thread(Uses::work);
                t.start();
                check((int) h.get(cell) % 2 == 0);
                break;
            case "clone":
                t = new Thread(Uses::work);
                t.start();
                Thread.yield();
                check(cell.copy().value % 2 == 0);
                break;
            default: // who spins on a field that nobody has written yet goes on when somebody does
                t = new Thread(() -> {
                    while (!flag) { }
                    check(false);
                });
                t.start();
                flag = true;
        }
        t.join();
    }
}
