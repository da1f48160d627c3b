// errors:
// outcomes: null|0|1
public class FinalLeak {
    static FinalLeak i;
    final int v;

    FinalLeak() {
        i = this;
        v = 1;
    }

    public static void main(String[] z) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            FinalLeak x = i;
                            System.out.println("R " + (x == null ? "null" : "" + x.v));
                        });
        t.start();
        new FinalLeak();
    }
}
