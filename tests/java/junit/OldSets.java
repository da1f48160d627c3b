import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class OldSets {
    final int n;

    public OldSets(int n) {
        this.n = n;
    }

    @Parameters
    public static Iterable<Object[]> sets() {
        return Arrays.asList(new Object[][] {{1}, {2}, {30}});
    }

    @Test
    public void small() {
        assertTrue(n < 10);
    }
}
