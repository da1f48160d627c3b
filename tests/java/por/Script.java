import java.util.ArrayList;
import java.util.List;

/**
 * Threads that do what their argument says, one action after the other; each knows the cells that its argument names and
 * no others. Actions on cell a: {@code a0 .. a3} write, {@code a+} add one (0 after 3), {@code ar} remember, {@code a(
 * .. )} hold its monitor, {@code aw} wait while it is 0, {@code an aN} notify one, all, {@code as} look again and again
 * until it is not 0, {@code a!} throw if it is 2, {@code a>b} refer to b, {@code a<} write 3 where it refers to, {@code a?}
 * leave out the rest if it is 0, {@code ai} interrupt the first thread. Without a cell: {@code .i} take note of an
 * interrupt, {@code .c} choose 0 or 1 and remember it, {@code .o} print.
 */
public class Script extends Thread {
    static class Cell {
        int v;
        Cell next;
    }

    final String code;
    final Cell[] known = new Cell[26];
    Thread first;
    int acc;

    Script(String code, Cell[] cells) {
        this.code = code;
        for (char c : code.toCharArray())
            if (c >= 'a' && c < 'a' + cells.length) known[c - 'a'] = cells[c - 'a'];
    }

    /** The actions from `at` to the end or the closing bracket: where that is; -1: leave out the rest. */
    int act(int at) throws InterruptedException {
        while (at < code.length() && code.charAt(at) != ')') {
            Cell cell = code.charAt(at) == '.' ? null : known[code.charAt(at) - 'a'];
            char what = code.charAt(at + 1);
            at += 2;
            switch (what) {
                case '0', '1', '2', '3' -> cell.v = what - '0';
                case '+' -> cell.v = (cell.v + 1) & 3;
                case 'r' -> acc = (acc * 2 + cell.v) & 7;
                case '(' -> {
                    synchronized (cell) {
                        at = act(at);
                    }
                    if (at < 0) return at;
                    at++;
                }
                case 'w' -> {
                    synchronized (cell) {
                        while (cell.v == 0) cell.wait();
                    }
                }
                case 'n' -> {
                    synchronized (cell) {
                        cell.notify();
                    }
                }
                case 'N' -> {
                    synchronized (cell) {
                        cell.notifyAll();
                    }
                }
                case 's' -> {
                    while (cell.v == 0) Thread.onSpinWait();
                }
                case '!' -> {
                    if (cell.v == 2) throw new IllegalStateException("seen");
                }
                case '>' -> cell.next = known[code.charAt(at++) - 'a'];
                case '<' -> {
                    Cell n = cell.next;
                    if (n != null) n.v = 3;
                }
                case '?' -> {
                    if (cell.v == 0) return -1;
                }
                case 'i' -> {
                    if (cell != null) first.interrupt();
                    else acc = (acc * 2 + (Thread.interrupted() ? 1 : 0)) & 7;
                }
                case 'c' -> acc = (acc * 2 + gov.nasa.jpf.vm.Verify.getInt(0, 1)) & 7;
                case 'o' -> System.out.println(getName());
                default -> throw new AssertionError(what);
            }
        }
        return at;
    }

    @Override
    public void run() {
        try {
            act(0);
        } catch (InterruptedException e) {
            acc = 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cell[] cells = new Cell[4];
        for (int i = 0; i < cells.length; i++) cells[i] = new Cell();
        List<Script> threads = new ArrayList<>();
        for (String code : args) {
            Script t = new Script(code, cells);
            if (code.contains("i")) t.first = threads.isEmpty() ? t : threads.get(0);
            threads.add(t);
        }
        for (Script t : threads) t.start();
        StringBuilder b = new StringBuilder("R");
        for (Script t : threads) {
            t.join();
            b.append(' ').append(t.acc);
        }
        for (Cell c : cells) b.append(c == cells[0] ? " | " : " ").append(c.v);
        System.out.println(b);
    }
}
