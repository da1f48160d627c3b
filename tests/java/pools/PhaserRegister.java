// outcomes: m1r1a1 211|m1r2a2 211|r0a0m1 211|r0m1a0 211|r1a1m1 211|r1m1a1 211
// fine: ok
// A party registers while another one arrives.
import java.util.concurrent.*;

public class PhaserRegister {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        Phaser ph = new Phaser(1);
        Thread t =
                new Thread(
                        () -> {
                            int p = ph.register();
                            r.append("r" + p);
                            p = ph.arriveAndDeregister();
                            r.append("a" + p);
                        });
        t.start();
        int q = ph.arriveAndAwaitAdvance();
        r.append("m" + q);
        q = ph.arrive();
        t.join();
        System.out.println("R " + (r + " " + ph.getPhase() + ph.getRegisteredParties() + q));
    }
}
