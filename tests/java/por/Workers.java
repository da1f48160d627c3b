// verdict: ok (each variant)
// Threads that all do the same. Nothing tells them apart, unless the program looks ("named").
public class Workers {
    static int total, seen;

    public static void main(String[] args) {
        boolean named = args[0].equals("named");
        for (int i = 0; i < 3; i++)
            new Thread(() -> {
                int t = total;
                total = t + 1;
                if (named && Thread.currentThread().getName().endsWith("0")) seen = total;
                if (total == 3) System.out.println("R " + total + seen);
            }).start();
    }
}
