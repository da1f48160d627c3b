// Many states: four threads that count.
public class Wide {
    static volatile int[] counts = new int[4];

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            int mine = i;
            new Thread(() -> { for (int k = 0; k < 8; k++) counts[mine]++; }).start();
        }
    }
}
