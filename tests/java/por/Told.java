/** Threads that are interrupted. Arguments: sleepers N: main interrupts N that sleep; else what happens, by name. */
public class Told {
    static Thread t;

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread thread(Body b) {
        return new Thread(() -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                System.out.println("R interrupted");
            }
        });
    }

    static void sleepers(int n) throws InterruptedException {
        Thread[] all = new Thread[n];
        for (int i = 0; i < n; i++)
            all[i] = new Thread(() -> {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                }
            });
        for (Thread s : all) s.start();
        for (Thread s : all) s.interrupt();
        for (Thread s : all) s.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> {}), main = Thread.currentThread();
        switch (args[0]) {
            case "sleepers" -> sleepers(Integer.parseInt(args[1]));
            case "before its start" -> {
                t = thread(() -> { ends.join(); System.out.println("R joined"); });
                t.interrupt();
                ends.start();
                t.start();
            }
            case "main" -> {
                thread(() -> main.interrupt()).start();
                ends.start();
                try {
                    ends.join();
                    System.out.println("R joined");
                } catch (InterruptedException e) {
                    System.out.println("R interrupted");
                }
            }
            case "itself" -> {
                ends.start();
                main.interrupt();
                try {
                    ends.join();
                    System.out.println("R joined");
                } catch (InterruptedException e) {
                    System.out.println("R interrupted");
                }
            }
            case "alone", "alone, with a limit" -> {
                long limit = args[0].equals("alone") ? 0 : 5;
                thread(() -> {
                    if (limit == 0) Thread.currentThread().interrupt();
                    ends.join(limit);
                    System.out.println("R " + (limit > 0 ? ends.isAlive() ? "alive" : "ended" : "joined"));
                }).start();
                ends.start();
            }
            case "after its end", "about its end" -> {
                t = ends;
                Thread tells = new Thread(() -> t.interrupt());
                Thread asks = new Thread(() -> System.out.println("R " + t.isInterrupted()));
                t.start();
                if (args[0].equals("after its end")) t.join();
                tells.start();
                asks.start();
            }
            case "another join" -> {
                Thread joins = thread(() -> { ends.join(); System.out.println("R joined"); });
                ends.start();
                joins.start();
                joins.interrupt();
            }
            default -> throw new AssertionError(args[0]);
        }
    }
}
