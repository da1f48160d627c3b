/** One copy of a large array that was there before the transition: each word of it is looked at afterwards. */
public class Shift {
    static byte[] kept;

    public static void main(String[] a) throws InterruptedException {
        kept = new byte[250 << 20];
        Thread t = new Thread(() -> System.arraycopy(kept, 0, kept, 1, kept.length - 1));
        t.start();
        t.join();
    }
}
