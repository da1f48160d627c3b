// expect: no_errors
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;

/** A filler and an emptier swap their lists. */
public class ExchangerTwoBuffers {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<List<Integer>> ex = new Exchanger<>();
        Thread filler = new Thread(() -> {
            List<Integer> mine = new ArrayList<>();
            try {
                for (int i = 0; i < 1; i++) {
                    mine.add(i);
                    mine = ex.exchange(mine);
                    assert mine.isEmpty();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        filler.start();
        List<Integer> got = new ArrayList<>();
        List<Integer> mine = new ArrayList<>();
        for (int i = 0; i < 1; i++) {
            mine = ex.exchange(mine);
            got.addAll(mine);
            mine.clear();
        }
        filler.join();
        assert got.equals(List.of(0)) : got;
    }
}
