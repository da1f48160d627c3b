// verdict: no_errors
// An object that a store into a field makes reachable for others.
public class Exposure {
    static Exposure shared;
    int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Exposure e = shared;
            if (e != null) e.value++;
        });
        t.start();
        Exposure mine = new Exposure();
        mine.value = 1;
        shared = mine;
        t.join();
    }
}
