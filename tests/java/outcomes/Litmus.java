// errors:
// outcomes: mp00|mp01|mp11|lb00|lb01|lb10
public class Litmus {
    static int x, y, p, q;

    static void go(Runnable r, Runnable s) throws Exception {
        Thread t = new Thread(r), u = new Thread(s);
        t.start();
        u.start();
        t.join();
        u.join();
    }

    public static void main(String[] a) throws Exception {
        if (gov.nasa.jpf.vm.Verify.getBoolean()) {
            go(
                    () -> {
                        x = 1;
                        y = 1;
                    },
                    () -> {
                        p = y;
                        q = x;
                    });
            System.out.println("R mp" + p + q);
        } else {
            go(
                    () -> {
                        p = x;
                        y = 1;
                    },
                    () -> {
                        q = y;
                        x = 1;
                    });
            System.out.println("R lb" + p + q);
        }
    }
}
