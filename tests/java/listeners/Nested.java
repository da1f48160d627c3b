// tests/test_listener_moments.py: monitors that no variable of the source stands for. No error.
public class Nested {
    static final Object LOCK = new Object();
    int n;

    synchronized void add() {
        n++;
        synchronized (LOCK) {
            synchronized (Nested.class) {
                inner();
            }
        }
    }

    void inner() { n++; }

    public static void main(String[] args) throws Exception {
        Nested s = new Nested();
        Thread t = new Thread(s::add);
        t.start();
        s.add();
        t.join();
    }
}
