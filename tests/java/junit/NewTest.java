import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewTest {
    int balance;

    @BeforeEach
    void begin() {
        balance = 10;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Test
    @interface Quick {}

    @Test
    void racy() throws Exception {
        Thread t = new Thread(() -> balance += 5);
        t.start();
        balance += 5;
        t.join();
        assertEquals(20, balance);
    }

    @Quick
    void composed(TestInfo info) {
        assertEquals("composed(TestInfo)", info.getDisplayName());
    }

    @Test
    @Disabled("not yet")
    void disabled() {
        fail();
    }

    @Test
    void assumed() {
        Assumptions.assumeTrue(balance == 11, "eleven");
    }

    @Test
    @Timeout(value = 50, unit = TimeUnit.MILLISECONDS)
    void slow() throws Exception {
        Thread.sleep(10_000);
    }

    @Test
    void slowElsewhere() {
        assertTimeoutPreemptively(Duration.ofMillis(50), () -> Thread.sleep(10_000));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void small(int n) {
        assertTrue(n < 10);
    }

    @ParameterizedTest
    @CsvSource({"1, one"})
    void table(int n, String name) {
        assertEquals(3, name.length());
    }

    @ParameterizedTest
    @EnumSource(Thread.State.class)
    @Disabled
    void never(Thread.State s) {}

    @ParameterizedTest
    @MethodSource("names")
    void given(String name) {
        assertTrue(name.endsWith("e"));
    }

    static Stream<String> names() {
        return Stream.of("three");
    }

    @RepeatedTest(2)
    void again() {}

    @TestFactory
    Stream<DynamicTest> made() {
        return Stream.of(1, 2).map(n -> DynamicTest.dynamicTest("n" + n, () -> assertTrue(n < 3)));
    }

    static class Seven implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext p, ExtensionContext e) {
            return p.getParameter().getType() == int.class;
        }

        @Override
        public Object resolveParameter(ParameterContext p, ExtensionContext e) {
            return 7;
        }
    }

    @Test
    @ExtendWith(Seven.class)
    void extended(int n) {
        assertEquals(7, n);
    }

    @Test
    void files(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("a"), "text");
        assertEquals("text", Files.readString(dir.resolve("a")));
    }

    @Nested
    class Inner {
        @BeforeEach
        void more() {
            balance++;
        }

        @Test
        void both() {
            assertEquals(11, balance);
        }
    }
}
