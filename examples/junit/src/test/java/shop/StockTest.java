package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StockTest {
    private Stock stock;

    @BeforeEach
    void make() {
        stock = new Stock();
    }

    /** Passes nearly always: an update is lost on few schedules. */
    @Test
    void racy() throws InterruptedException {
        Thread other = new Thread(() -> stock.add(1));
        other.start();
        stock.add(1);
        other.join();
        assertEquals(2, stock.count());
    }

    @Test
    void safe() throws InterruptedException {
        Thread other = new Thread(() -> stock.addSafely(1));
        other.start();
        stock.addSafely(1);
        other.join();
        assertEquals(2, stock.count());
    }
}
