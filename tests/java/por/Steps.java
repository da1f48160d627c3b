// verdict: ok (each variant)
// Pairs of steps that depend on each other in ways that no scheduling point names. Each was a program on which
// sleep sets once lost states.
import java.util.Vector;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.LockSupport;

public class Steps {
    static int x, y;
    static Thread one, two;

    static class Lazy {
        static int z = x + 1;
    }

    static void tries(Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            y++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread parked = new Thread(() -> {
            while (true) LockSupport.park();
        });
        parked.setDaemon(true);
        parked.start();
        switch (args[0]) {
            case "permit": // who gives a permit reads whether there is one
                one = new Thread(() -> {
                    LockSupport.unpark(two);
                    LockSupport.unpark(two);
                });
                two = new Thread(LockSupport::park);
                break;
            case "ended": // giving a permit to a thread that has ended does nothing
                one = new Thread(() -> LockSupport.unpark(two));
                two = new Thread(() -> { });
                break;
            case "busy": // a listed call that finds a monitor taken stops inside
                Vector<Integer> v = new Vector<>();
                one = new Thread(v::size);
                two = new Thread(() -> v.iterator());
                break;
            case "init": // whether a class is initialized decides where a step ends
                one = new Thread(() -> Lazy.z++);
                two = new Thread(() -> Lazy.z++);
                break;
            case "interrupt":
                one = new Thread(() -> two.interrupt());
                two = new Thread(() -> x = Thread.interrupted() ? 1 : 2);
                break;
            default: // a path is executed again for its error's trace: its objects move
                Phaser p = new Phaser(1);
                one = new Thread(() -> {
                    p.arrive();
                    p.arrive();
                });
                two = new Thread(() -> {
                    tries(p::arrive);
                    x = p.getPhase();
                });
        }
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
