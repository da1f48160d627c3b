// args[0] threads that are alike and asleep.
public class ManyAlike {
    static int n;

    public static void main(String[] args) {
        n = Integer.parseInt(args[0]);
        for (int i = 0; i < n; i++)
            new Thread(() -> {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
    }
}
