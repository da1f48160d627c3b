// Objects that only dead variables name, for who lists the objects that live.
import gov.nasa.jpf.vm.Verify;

public class Dead {
    static class Box {
        final String name;
        Box(String name) { this.name = name; }
    }
    static Object lock = new Object();

    static void gone() { new Box("gone"); }

    // in a caller's frame
    static void ask(String how) {
        Box got = how.equals("random") ? (Box) Verify.randomObject("Dead$Box") : (Box) Verify.getObject("box");
        System.out.println(got == null ? "none" : got.name);
    }

    public static void main(String[] args) throws Exception {
        gone();
        switch (args[1]) {
        case "plain": {
            Box x = new Box("x"); // never read again
            { Box y = new Box("y"); }
            ask(args[0]);
            break;
        }
        case "matched": { // two states that differ in a dead variable only
            Box x = new Box(Verify.getBoolean() ? "t" : "f");
            Verify.breakTransition("same");
            ask(args[0]);
            break;
        }
        case "overwritten": {
            Box x = new Box("old");
            x = new Box("new");
            ask(args[0]);
            break;
        }
        case "threads": {
            Thread t = new Thread(() -> {
                Box mine = new Box("mine");
                synchronized (lock) { lock.hashCode(); }
                synchronized (lock) { lock.hashCode(); }
            });
            t.start();
            synchronized (lock) { ask(args[0]); }
            t.join();
            break;
        }
        case "loop": { // closes although each round has an object of its own in a dead variable
            for (;;) {
                Box x = new Box("x");
                synchronized (lock) { ask(args[0]); }
            }
        }
        case "branch": { // nothing was in the variable on the other path
            if (Verify.getBoolean()) { Box x = new Box("x"); }
            ask(args[0]);
            break;
        }
        case "while": { // nor before the loop's first round
            for (int i = 0; i < 2; i++) { Box x = new Box("x" + i); }
            ask(args[0]);
            break;
        }
        default:
        }
    }
}
