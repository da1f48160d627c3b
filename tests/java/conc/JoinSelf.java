// expect: violation deadlock
public class JoinSelf {
    public static void main(String[] args) throws InterruptedException {
        Thread.currentThread().join();
    }
}
