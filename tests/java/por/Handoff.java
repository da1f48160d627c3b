/** Pairs of threads share one cell each; the pairs have nothing to do with one another. */
public class Handoff {
    static class Cell {
        int v;
        synchronized void put() throws InterruptedException { while (v != 0) wait(); v = 1; notifyAll(); }
        synchronized void take() throws InterruptedException { while (v == 0) wait(); v = 0; notifyAll(); }
    }

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            final Cell c = new Cell();
            new Thread() { public void run() { try { c.put(); c.put(); } catch (InterruptedException e) { } } }.start();
            new Thread() { public void run() { try { c.take(); c.take(); } catch (InterruptedException e) { } } }.start();
        }
    }
}
