// expect: violation uncaught_exception java.lang.AssertionError "lost update"
public class RacyAccount {
    static class Account {
        int balance = 100;
        void deposit(int x) { balance = balance + x; }
    }
    public static void main(String[] args) throws InterruptedException {
        Account a = new Account();
        Thread t = new Thread(new Runnable() { public void run() { a.deposit(50); } });
        Thread u = new Thread(new Runnable() { public void run() { a.deposit(-50); } });
        t.start();
        u.start();
        t.join();
        u.join();
        if (a.balance != 100) throw new AssertionError("lost update");
    }
}
