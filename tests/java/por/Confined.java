// verdict: no_errors
// Every thread has fields that only it touches, and reads what main wrote before it started them.
public class Confined extends Thread {
    static int rounds;
    static int[] table = {1, 2, 3};
    private int sum, product = 1;

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) {
            sum += table[i];
            product *= table[i];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        rounds = 3;
        Confined[] all = {new Confined(), new Confined()};
        for (Confined t : all) t.start();
        for (Confined t : all) t.join();
        for (Confined t : all) assert t.sum == 6 && t.product == 6;
    }
}
