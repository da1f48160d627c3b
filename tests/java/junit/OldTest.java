import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.util.concurrent.Executors;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

class OldBase {
    static int started;
    int balance;

    @BeforeClass
    public static void startAll() {
        started++;
    }

    @Before
    public void begin() {
        balance = 10;
    }

    @Test
    public void inherited() {
        assertEquals(1, started);
        assertEquals(10, balance);
    }
}

public class OldTest extends OldBase {
    @Rule public TestName name = new TestName();

    @AfterClass
    public static void endAll() {
        assertEquals(1, started);
    }

    @Test
    public void racy() throws Exception {
        Thread t = new Thread(() -> balance += 5);
        t.start();
        balance += 5;
        t.join();
        assertEquals(20, balance);
    }

    @Test(expected = IllegalStateException.class)
    public void expected() {
        throw new IllegalStateException(name.getMethodName());
    }

    @Test(expected = IllegalStateException.class)
    public void notThrown() {}

    @Test
    @Ignore("not yet")
    public void ignored() {
        fail();
    }

    @Test
    public void assumed() {
        Assume.assumeTrue("eleven", balance == 11);
    }

    /** One of the two orders ends at the assumption. */
    @Test
    public void assumedOnSomePaths() throws Exception {
        Thread t = new Thread(() -> balance = 1);
        t.start();
        int seen = balance;
        t.join();
        Assume.assumeTrue(seen == 10);
    }

    /** Any time may pass in a search: this takes longer than its limit on no path. */
    @Test(timeout = 50)
    public void slow() throws Exception {
        Thread.sleep(10_000);
    }

    @Test(timeout = 50)
    public void hangs() throws Exception {
        synchronized (this) {
            wait();
        }
    }

    /** Nobody ends the pool: the build ends it with its JVM. */
    @Test
    public void leavesAPool() throws Exception {
        assertEquals(7, (int) Executors.newSingleThreadExecutor().submit(() -> 7).get());
    }

    @Test
    public void thrownElsewhere() throws Exception {
        Thread t = new Thread(() -> {
            throw new IllegalArgumentException("in another thread");
        });
        t.start();
        t.join();
    }
}

