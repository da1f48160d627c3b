// Two deposits without a lock; the program of the listener tests.
public class Bank {
    static class Account {
        int balance;

        void deposit(int n) {
            int old = balance;
            balance = old + n;
        }
    }

    static class Teller extends Thread {
        final Account account;

        Teller(Account a) {
            account = a;
        }

        @Override
        public void run() {
            account.deposit(5);
        }
    }

    public static void main(String[] args) throws Exception {
        Account a = new Account();
        Teller t = new Teller(a);
        t.start();
        a.deposit(7);
        t.join();
        System.out.println("balance " + a.balance);
    }
}
