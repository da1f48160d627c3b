// errors:
// outcomes: 0|672
import gov.nasa.jpf.vm.Verify;

/** One element is written, then a range around it at once: all of it is undone. */
public class RangeUndone {
    static final int[] CELLS = new int[96], SEVENS = new int[96];

    public static void main(String[] a) {
        java.util.Arrays.fill(SEVENS, 7);
        if (Verify.getInt(0, 1) == 0) {
            for (int i = 20; i < 90; i += 7) CELLS[i] = 1;
            System.arraycopy(SEVENS, 0, CELLS, 0, 96);
        }
        Verify.getBoolean();
        int sum = 0;
        for (int c : CELLS) sum += c;
        System.out.println("R " + sum);
    }
}
