import gov.nasa.jpf.vm.Verify;

/** nested Verify.getInt: V values, depth D; all paths distinct state (accumulates base V). */
public class Data {
    static long acc;

    public static void main(String[] a) {
        int v = Integer.parseInt(a[0]), d = Integer.parseInt(a[1]);
        boolean distinct = a.length < 3;
        for (int i = 0; i < d; i++) {
            int x = Verify.getInt(0, v - 1);
            acc = distinct ? acc * v + x : acc + x;
        }
    }
}
