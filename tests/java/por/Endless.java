import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that count without end, so that no state comes twice, and others whose fault has to be found beside them. */
public class Endless {
    static class Cell {
        long n;
        final AtomicLong atomic = new AtomicLong();
        final ReentrantLock lock = new ReentrantLock();
    }

    static Cell given;
    static long n;
    static boolean busy;
    static volatile int inside, turn, tickets;
    static int x, y;
    static final Object lock = new Object();

    /** A cell that once was shared, and that only the thread has which takes it. */
    static synchronized Cell take() {
        given = new Cell();
        Cell cell = given;
        given = null;
        return cell;
    }

    static Runnable noise(String kind) {
        return switch (kind) {
            case "local" -> () -> {
                for (long i = 0;; i++) {
                }
            };
            case "field" -> () -> {
                Cell cell = take();
                while (true) cell.n++;
            };
            case "atomic" -> () -> {
                Cell cell = take();
                while (true) cell.atomic.incrementAndGet();
            };
            case "monitor" -> () -> {
                Cell cell = take();
                while (true) synchronized (cell) {
                    cell.n++;
                }
            };
            case "lock" -> () -> {
                Cell cell = take();
                while (true) {
                    cell.lock.lock();
                    cell.n++;
                    cell.lock.unlock();
                }
            };
            case "choice" -> () -> {
                Cell cell = take();
                while (true) cell.atomic.addAndGet(Verify.getInt(1, 2));
            };
            case "static" -> () -> {
                while (true) n++;
            };
            case "starts" -> () -> { // threads that live on
                while (true) new Thread(LockSupport::park).start();
            };
            case "touch" -> () -> x = 0; // ends
            default -> throw new IllegalArgumentException(kind);
        };
    }

    static void fault(boolean bad) {
        if (bad) throw new IllegalStateException("fault");
    }

    static Runnable[] faulty(String kind) {
        return switch (kind) {
            case "busy" -> {
                Runnable r = () -> {
                    for (long i = 0;; i++) {
                        if (!busy) {
                            busy = true;
                            inside++;
                            fault(inside != 1);
                            inside--;
                            busy = false;
                        }
                    }
                };
                yield new Runnable[] {r, r};
            }
            case "turns" -> new Runnable[] { // after three turns of each
                () -> {
                    for (long i = 0;; i++) if (turn == 0) turn = 1;
                },
                () -> {
                    int turns = 0;
                    for (long i = 0;; i++) {
                        if (turn == 1) {
                            fault(++turns == 3);
                            turn = 0;
                        }
                    }
                }
            };
            case "stale" -> new Runnable[] { // what was read is old when it is written
                () -> {
                    x = 1;
                    x = 2;
                },
                () -> {
                    int seen = x;
                    synchronized (lock) {
                        fault(seen == 1 && x == 2);
                    }
                }
            };
            case "between" -> { // a lock that is given up in the middle
                Runnable r = () -> {
                    while (true) {
                        int mine;
                        synchronized (lock) {
                            mine = ++tickets;
                        }
                        synchronized (lock) {
                            fault(mine == 2 && tickets == 3);
                        }
                    }
                };
                yield new Runnable[] {r, r};
            }
            case "steps" -> new Runnable[] { // after six steps of the first
                () -> {
                    while (true) fault(++x == 6);
                },
                () -> {
                    while (true) fault(x < 0);
                }
            };
            case "chosen" -> new Runnable[] {
                () -> {
                    while (true) y = Verify.getInt(0, 2);
                },
                () -> {
                    while (true) {
                        int was = y;
                        fault(was == 2 && y == 1);
                    }
                }
            };
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /**
     * Threads in their order: the faulty ones are named by their kind, at its first and its second place. What follows a
     * dot main does itself.
     */
    public static void main(String[] args) {
        Runnable[] pair = null;
        boolean here = false;
        for (String kind : args) {
            if (kind.equals(".")) {
                here = true;
                continue;
            }
            Runnable r;
            if (!kind.startsWith("!")) r = noise(kind);
            else if (pair == null) r = (pair = faulty(kind.substring(1)))[0];
            else r = pair[1];
            if (here) r.run();
            else new Thread(r).start();
        }
    }
}
