import static org.junit.Assert.assertEquals;

import gov.nasa.jpf.util.TypeRef;
import gov.nasa.jpf.util.test.TestJPF;
import gov.nasa.jpf.vm.Verify;
import org.junit.Before;
import org.junit.Test;

/** A test in the manner of JPF's own: each verify method is a search, of what stands behind it. */
public class SearchesTest extends TestJPF {
    int n;

    @Before
    public void onTheHostAlone() {
        n = 100;
    }

    public static void main(String[] args) {
        runTestsOfThisClass(args);
    }

    @Test
    public void countsOnTheHost() {
        if (!isJPFRun()) {
            Verify.resetCounter(0);
            Verify.putValue("most", 0);
        }
        if (verifyNoPropertyViolation("+cg.enumerate_random=true")) {
            assertEquals(0, n);
            int v = Verify.getInt(1, 5);
            Verify.incrementCounter(0);
            Verify.putValue("most", Math.max(v, Verify.getValue("most")));
            Verify.setBitInBitSet(3, v, true);
        } else {
            assertEquals(100, n);
            assertEquals(5, Verify.getCounter(0));
            assertEquals(5, Verify.getValue("most"));
            assertEquals(true, Verify.getBitInBitSet(3, 4));
            assertEquals(false, Verify.getBitInBitSet(3, 6));
        }
    }

    @Test
    public void finds() {
        if (verifyDeadlock()) {
            lock();
        }
        if (isJPFRun()) {
            return;
        }
        assertEquals("gov.nasa.jpf.vm.NotDeadlockedProperty", deadlock().getLastError().getDescription());
    }

    private void lock() {
        Object a = new Object(), b = new Object();
        new Thread(() -> { synchronized (a) { synchronized (b) { } } }).start();
        synchronized (b) { synchronized (a) { } }
    }

    @Test
    public void throwsIt() {
        if (verifyUnhandledExceptionDetails("java.lang.IllegalStateException", "IllegalStateException : 7")) {
            throw new IllegalStateException("7");
        }
    }

    @Test
    public void asserts() {
        if (verifyAssertionErrorDetails("two")) {
            assert Verify.getInt(1, 2) == 1 : "two";
        }
    }

    @Test
    public void races() {
        if (verifyPropertyViolation(
                new TypeRef("gov.nasa.jpf.listener.PreciseRaceDetector"), "+listener=.listener.PreciseRaceDetector")) {
            new Thread(() -> n++).start();
            n++;
        }
    }

    @Test
    public void refuses() {
        if (verifyJPFException(new TypeRef("gov.nasa.jpf.JPFConfigException"), "+search.depth_limit=deep")) {
            fail("never explored");
        }
    }

    /** For JPF a status is no error, and MAX is a number. */
    @Test
    public void exits() {
        if (verifyNoPropertyViolation("+vm.max_transition_length=MAX")) {
            System.exit(3);
        }
    }

    @Test
    public void expectsTheWrongThing() {
        if (verifyNoPropertyViolation()) {
            throw new IllegalStateException("not expected");
        }
    }

    @Test
    public void looksForWhatWasCutOff() {
        Verify.resetCounter(0);
        if (verifyNoPropertyViolation("+search.depth_limit=2")) {
            for (int i = 0; i < 4; i++) {
                Verify.getInt(0, 1);
            }
            Verify.incrementCounter(0);
        } else {
            assertTrue("nothing was counted", Verify.getCounter(0) > 0);
        }
    }

    @Test
    public void isNotWhole() {
        if (verifyNoPropertyViolation("+search.depth_limit=2")) {
            for (int i = 0; i < 4; i++) {
                Verify.getInt(0, 1);
            }
        }
    }
}
