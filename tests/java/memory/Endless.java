/** Has more states than anyone waits for. */
public class Endless {
    static volatile int n;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++)
            new Thread(() -> {
                while (true) n++;
            }).start();
    }
}
