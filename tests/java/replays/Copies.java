/** A race with the past whose second access is made by a native: the thread goes on to its end behind it. */
public class Copies {
    static int[] to = new int[4], from = new int[4];

    public static void main(String[] args) throws Exception {
        Thread copier = new Thread(() -> {
            System.arraycopy(from, 0, to, 0, 4);
            from[3] = 1;
        });
        copier.start();
        java.util.Arrays.fill(to, 3);
        copier.join();
    }
}
