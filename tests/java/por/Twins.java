// verdict: ok (each variant)
// Threads that run the same code: "shared" on the same data, so that they can change places for as long as the
// search lasts; "own" each on data of its own, where writing states without names would be in vain.
public class Twins {
    static class Cell {
        int n;
    }

    static void add(Cell first, Cell second, int rounds) {
        for (int i = 0; i < rounds; i++) {
            int t = first.n;
            second.n = t + 1;
        }
    }

    public static void main(String[] args) {
        boolean shared = args[0].equals("shared");
        int threads = shared ? 2 : 3, rounds = shared ? 8 : 2;
        Cell[] cells = new Cell[3];
        for (int i = 0; i < 3; i++) cells[i] = new Cell();
        for (int i = 0; i < threads; i++) {
            Cell first = cells[shared ? 0 : i], second = cells[shared ? 0 : (i + 1) % 3];
            int from = shared ? 0 : i;
            new Thread(() -> add(first, second, rounds + from)).start();
        }
    }
}
