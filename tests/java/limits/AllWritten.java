/** Each transition writes to every object: where a limit is met, it is nearly always in the middle of a key. */
public class AllWritten {
    static class Cell {
        int value;
        Cell next;
    }

    static Cell all;
    static int turn;

    static synchronized void step() {
        for (Cell c = all; c != null; c = c.next) c.value = turn;
        turn++;
    }

    public static void main(String[] a) {
        for (int i = 0; i < 20000; i++) {
            Cell c = new Cell();
            c.next = all;
            all = c;
        }
        for (int t = 0; t < 2; t++)
            new Thread(() -> {
                for (int k = 0; k < 8; k++) step();
            }).start();
    }
}
