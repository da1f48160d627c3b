/** What a thread says that is started again. */
public class StartedTwice {
    static void again(Thread t) throws Exception {
        t.start();
        for (int i = 0; i < 2; i++) {
            try {
                t.start();
            } catch (IllegalThreadStateException e) {
                System.out.println(e);
            }
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        again(new Thread(() -> {}));
        again(Thread.ofPlatform().unstarted(() -> {}));
        again(Thread.ofVirtual().name("v").unstarted(() -> {}));
    }
}
