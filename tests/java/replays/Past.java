/** A race that is seen when the other thread has ended. */
public class Past {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        other.setPriority(5);
        x = 2;
    }
}
