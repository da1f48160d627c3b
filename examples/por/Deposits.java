/**
 * The program of docs/por.md: two tellers and one account.
 *
 * <pre>jpf +vm.por=false examples/por/Deposits.java
 * jpf examples/por/Deposits.java</pre>
 */
public class Deposits {
    static class Account {
        private int balance;

        synchronized void deposit(int amount) {
            balance += amount;
        }
    }

    static class Teller extends Thread {
        private final Account account;
        private int served;

        Teller(Account account) {
            this.account = account;
        }

        @Override
        public void run() {
            account.deposit(fee);
            served++;
        }
    }

    static int fee;

    public static void main(String[] args) {
        fee = 5;
        Account account = new Account();
        new Teller(account).start();
        new Teller(account).start();
    }
}
