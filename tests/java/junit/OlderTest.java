import junit.framework.TestCase;

public class OlderTest extends TestCase {
    int n;

    @Override
    protected void setUp() {
        n = 3;
    }

    public void testThree() {
        assertEquals(3, n);
    }

    public void helper() {
        fail();
    }
}
