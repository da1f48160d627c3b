// expect: no_errors
public class SafeAccount {
    static class Account {
        private int balance = 100;
        synchronized void deposit(int x) { balance = balance + x; }
        synchronized int get() { return balance; }
    }
    public static void main(String[] args) throws InterruptedException {
        final Account a = new Account();
        Thread t = new Thread(new Runnable() { public void run() { a.deposit(50); } });
        Thread u = new Thread(new Runnable() { public void run() { a.deposit(-50); } });
        t.start();
        u.start();
        t.join();
        u.join();
        assert a.get() == 100;
    }
}
