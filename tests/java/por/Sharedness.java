// verdict: by variant, see tests/test_sharedness.py
import gov.nasa.jpf.vm.Verify;

/** Two threads add to a counter without a lock; what the program says of its sharedness decides what is explored. */
public class Sharedness {
    static class Counter {
        int n;
    }

    static Counter counter = new Counter();
    static int total;

    static void add() {
        Counter c = counter;
        c.n = c.n + 1;
    }

    static void told(boolean shared) {
        if (Verify.isShared(counter) != shared) throw new IllegalStateException("shared: " + !shared);
    }

    static void race() throws InterruptedException {
        Thread t = new Thread(Sharedness::add);
        t.start();
        add();
        t.join();
        assert counter.n == 2 : "lost";
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "plain":
                told(true);
                break;
            case "declared": // like a frozen one: nothing stores it again
                Verify.setShared(counter, false);
                told(false);
                break;
            case "stored": // a store into a static field shares it again
                Verify.setShared(counter, false);
                counter = counter;
                told(true);
                break;
            case "frozen": // unless it is frozen
                Verify.setShared(counter, false);
                Verify.freezeSharedness(counter, true);
                counter = counter;
                told(false);
                break;
            case "early": { // frozen before anybody shares it
                Counter c = new Counter();
                Verify.freezeSharedness(c, true);
                counter = c;
                told(false);
                break;
            }
            case "thawed":
                Verify.setShared(counter, false);
                Verify.freezeSharedness(counter, true);
                Verify.freezeSharedness(counter, false);
                counter = counter;
                told(true);
                break;
            case "again":
                Verify.setShared(counter, false);
                Verify.setShared(counter, true);
                told(true);
                break;
            case "class": { // of a class: its static fields
                Verify.setShared(Sharedness.class, false);
                Thread t = new Thread(() -> total = total + 1);
                t.start();
                total = total + 1;
                t.join();
                assert total == 2 : "lost";
                return;
            }
            case "null":
                Verify.setShared(null, false);
                Verify.freezeSharedness(null, true);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
        race();
    }
}
