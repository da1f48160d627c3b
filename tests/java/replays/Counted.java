// What Verify counts, keeps and sets is no part of the state: the second path fails, whichever way it goes.
import gov.nasa.jpf.vm.Verify;

public class Counted {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        String what = args[0];
        boolean choice = Verify.getBoolean();
        int n = 0;
        switch (what) {
            case "counter":
                n = Verify.incrementCounter(0);
                break;
            case "many": // beyond the first ones
                n = Verify.incrementCounter(1000);
                break;
            case "get":
                Verify.incrementCounter(3);
                n = Verify.getCounter(3);
                break;
            case "bits":
                n = Verify.getBitInBitSet(1, 5) ? 2 : 1;
                Verify.setBitInBitSet(1, 5, true);
                break;
            default:
                throw new IllegalArgumentException(what);
        }
        Thread t = new Thread(() -> x++);
        t.start();
        x++;
        t.join();
        if (n == 2) throw new IllegalStateException("second path, " + choice + ", x is " + x);
    }
}
