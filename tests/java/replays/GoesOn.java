// Main ends with an error, and those that it has started go on: they are alike, each with something of its own.

import java.util.ArrayList;
import java.util.List;

public class GoesOn {
    static int sum;

    static void work() {
        List<int[]> own = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            own.add(new int[] {i});
            synchronized (GoesOn.class) {
                sum += own.get(i)[0];
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) new Thread(GoesOn::work).start();
        synchronized (GoesOn.class) {
            sum++;
        }
        throw new AssertionError("main is over");
    }
}
