// Two threads; a listener decides what they do.
public class Turns {
    static int x;

    static int value() {
        return 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x += value());
        t.start();
        x += value();
        t.join();
        assert x != 7 : "x is " + x;
    }
}
