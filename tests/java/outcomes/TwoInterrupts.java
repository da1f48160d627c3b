// errors:
// outcomes: 0|1|2
public class TwoInterrupts {
    static volatile int n;

    public static void main(String[] z) throws Exception {
        Thread a =
                new Thread(
                        () -> {
                            for (int i = 0; i < 2; i++) {
                                synchronized (TwoInterrupts.class) {
                                    try {
                                        if (n < 2) TwoInterrupts.class.wait(100);
                                    } catch (InterruptedException e) {
                                        n++;
                                    }
                                }
                            }
                        });
        a.start();
        a.interrupt();
        a.interrupt();
        a.join();
        System.out.println("R " + n);
    }
}
