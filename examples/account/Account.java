/**
 * Two deposits at the same time on an account that is not synchronized: one of them can be lost.
 *
 *     jpf examples/account/Account.java
 */
public class Account {
    private int balance;

    void deposit(int amount) {
        int before = balance;
        balance = before + amount;
    }

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread other = new Thread(() -> account.deposit(10), "teller");
        other.start();
        account.deposit(5);
        other.join();
        assert account.balance == 15 : "balance is " + account.balance;
    }
}
