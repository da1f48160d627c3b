// expect: no_errors
public class WakeupAll {
    static class Slot {
        Object item;
        synchronized void put(Object x) throws InterruptedException {
            while (item != null) wait();
            item = x;
            notifyAll();
        }
        synchronized Object take() throws InterruptedException {
            while (item == null) wait();
            Object x = item;
            item = null;
            notifyAll();
            return x;
        }
    }
    public static void main(String[] args) {
        final Slot s = new Slot();
        for (int i = 0; i < 2; i++) {
            new Thread() { public void run() { try { s.put("x"); } catch (InterruptedException e) { } } }.start();
            new Thread() { public void run() { try { s.take(); } catch (InterruptedException e) { } } }.start();
        }
    }
}
