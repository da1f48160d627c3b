// expect: violation uncaught_exception java.lang.AssertionError
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleGetSet {
    static int n;
    static final VarHandle N;
    static {
        try {
            N = MethodHandles.lookup().findStaticVarHandle(VarHandleGetSet.class, "n", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        N.setVolatile((int) N.getVolatile() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(VarHandleGetSet::add);
        t.start();
        add();
        t.join();
        assert n == 2;
    }
}
