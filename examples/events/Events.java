/**
 * Two tasks that wait for each other's events, and a shortcut without the lock.
 *
 * <pre>jpf examples/events/Events.java</pre>
 *
 * On most schedules Event.count is only touched inside synchronized methods, so the search takes it to be protected by
 * the event's own lock and does not stop at each access. On some schedule the first task comes late and takes the
 * shortcut. The search warns, goes back, and explores what it had skipped: two signals are taken for one, and the
 * first task waits for a third that never comes.
 *
 * <p>{@code +vm.por.sync_detection=false} assumes nothing; {@code +vm.por.sync_detection=fast} does not go back, and
 * says that the result is not complete.
 */
public class Events {
    static class Event {
        int count;

        synchronized void signal() {
            count++;
            notifyAll();
        }

        /** Waits for the signal after the `seen`-th; false if it has come already. */
        synchronized boolean await(int seen) throws InterruptedException {
            if (count > seen) return false;
            while (count == seen) wait();
            return true;
        }
    }

    static final Event first = new Event(), second = new Event();
    static final int ROUNDS = 2;

    static class FirstTask extends Thread {
        @Override
        public void run() {
            int seen = 0;
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    second.signal();
                    if (first.await(seen)) seen++;
                    else seen = first.count; // the shortcut: without the lock, and another signal may have come
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    static class SecondTask extends Thread {
        @Override
        public void run() {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    first.signal();
                    second.await(i);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) {
        new FirstTask().start();
        new SecondTask().start();
    }
}
