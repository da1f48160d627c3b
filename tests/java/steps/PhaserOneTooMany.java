// outcomes: gone gone|gone too many
import java.util.concurrent.Phaser;

/** Two arrivals of one party: between the first one and the advance the second one is refused, after it the phaser is gone. */
public class PhaserOneTooMany {
    static final Phaser p = new Phaser(1);

    static String leave() {
        try {
            p.arriveAndDeregister();
            return "gone";
        } catch (IllegalStateException e) {
            return "too many";
        }
    }

    public static void main(String[] args) throws Exception {
        String[] s = new String[2];
        Thread t = new Thread(() -> s[1] = leave());
        t.start();
        s[0] = leave();
        t.join();
        java.util.Arrays.sort(s);
        System.out.println("R " + s[0] + " " + s[1]);
    }
}
