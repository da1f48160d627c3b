package shop;

public class Stock {
    private int pieces;

    public void add(int n) {
        pieces += n;
    }

    public synchronized void addSafely(int n) {
        pieces += n;
    }

    public synchronized int count() {
        return pieces;
    }
}
