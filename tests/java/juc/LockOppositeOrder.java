// expect: violation deadlock "held by"
import java.util.concurrent.locks.ReentrantLock;

/** Two accounts, locked in the order of the arguments. */
public class LockOppositeOrder {
    static class Account {
        final ReentrantLock lock = new ReentrantLock();
        int balance = 10;
    }

    static void transfer(Account from, Account to) {
        from.lock.lock();
        to.lock.lock();
        from.balance--;
        to.balance++;
        to.lock.unlock();
        from.lock.unlock();
    }

    public static void main(String[] args) {
        Account a = new Account(), b = new Account();
        new Thread(() -> transfer(a, b)).start();
        new Thread(() -> transfer(b, a)).start();
    }
}
