// Assumptions about four fields fail one after the other, each late: then the search makes no more of them.
import gov.nasa.jpf.vm.Verify;

public class GivesUp {
    static int p, q, a, b, c, d, e;

    static void own() {
        for (int i = 0; i < 40; i++) {
            p++;
            if (q > 50) return;
        }
    }

    static void other() {
        for (int i = 0; i < 40; i++) {
            q++;
            if (p > 50) return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int k = Verify.getInt(0, 5);
        Thread one = new Thread(() -> {
            if (k < 5) own();
            a++;
            b++;
            c++;
            d++;
            e++;
            p++;
        });
        Thread two = new Thread(() -> {
            if (k < 5) other();
            if (k == 1) a++;
            if (k == 2) b++;
            if (k == 3) c++;
            if (k == 4) d++;
            if (k == 5 && p == 1) throw new IllegalStateException("one has ended");
        });
        one.start();
        two.start();
    }
}
