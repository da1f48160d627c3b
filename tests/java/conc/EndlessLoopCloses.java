// expect: no_errors
/** for(;;) with garbage and a lock: finite state, no end state. */
public class EndlessLoopCloses {
    public static void main(String[] args) {
        Object l = new Object();
        for (;;) {
            Object o = new Object();
            synchronized (l) {
                if (o == l) break;
            }
        }
    }
}
