import gov.nasa.jpf.vm.Verify;

/** What a program asks and tells of its path: choices, counters, a trace it stores, a value for the search. */
public class Told {
    static int sum, met;

    static synchronized void add(int n) {
        sum += n;
        Verify.setHeuristicSearchValue(20 - sum);
        Verify.addComment("sum " + sum);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t =
                new Thread(
                        () -> {
                            for (int i = 0; i < 3; i++) add(1);
                        });
        t.start();
        for (int i = 0; i < 3; i++) add(Verify.getInt("step") * 10);
        met = Verify.incrementCounter(0);
        if (sum > 35 && met < 8) Verify.storeTrace("told" + sum + ".txt", "met " + met);
        t.join();
        if (sum == 43) throw new IllegalStateException("43");
        System.out.println("sum " + sum);
    }
}
