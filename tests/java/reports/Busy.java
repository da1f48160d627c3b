// Enough states for a progress line: five threads that count.
public class Busy {
    static volatile int[] counts = new int[5];

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            int mine = i;
            new Thread(() -> { for (int k = 0; k < 12; k++) counts[mine]++; }).start();
        }
    }
}
