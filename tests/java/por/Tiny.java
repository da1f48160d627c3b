// verdict: ok
// The program of docs/por.md: its state graph before and after the filters.
public class Tiny {
    static int x, y, z;

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            z++;
        }).start();
        y = 1;
        z++;
    }
}
