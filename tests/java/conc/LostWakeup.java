// expect: violation deadlock
/** One-slot buffer with notify() where notifyAll() is needed: two producers, two consumers. */
public class LostWakeup {
    static class Slot {
        Object item;
        synchronized void put(Object x) throws InterruptedException {
            while (item != null) wait();
            item = x;
            notify();
        }
        synchronized Object take() throws InterruptedException {
            while (item == null) wait();
            Object x = item;
            item = null;
            notify();
            return x;
        }
    }
    public static void main(String[] args) {
        final Slot s = new Slot();
        for (int i = 0; i < 2; i++) {
            new Thread() { public void run() { try { s.put("x"); s.put("y"); } catch (InterruptedException e) { } } }.start();
            new Thread() { public void run() { try { s.take(); s.take(); } catch (InterruptedException e) { } } }.start();
        }
    }
}
