package jpfpy.doctor;

/** The self-test of jpf --doctor: two threads increment a counter, and one increment can be lost. */
public final class RacyCounter {
    private static int count;

    private RacyCounter() {}

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(RacyCounter::increment);
        other.start();
        increment();
        other.join();
        assert count == 2 : "an increment was lost";
    }

    private static void increment() {
        int seen = count;
        count = seen + 1;
    }
}
