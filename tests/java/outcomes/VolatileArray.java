// errors:
// outcomes: 0|1|2
public class VolatileArray {
    static volatile int[] v = new int[1];

    public static void main(String[] a) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            v[0] = 1;
                            v = new int[] {2};
                        });
        t.start();
        System.out.println("R " + v[0]);
    }
}
