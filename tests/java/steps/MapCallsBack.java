// outcomes: 00|01|11
// What the keys of a map do when they are compared is none of the map's one action.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapCallsBack {
    static final AtomicInteger n = new AtomicInteger();
    static volatile String seen = "";

    static class Key {
        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object o) {
            int a = n.get();
            seen = a + "" + n.get();
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>();
        map.put(new Key(), 1);
        Thread reader = new Thread(() -> map.get(new Key()));
        reader.start();
        n.set(1);
        reader.join();
        System.out.println("R " + seen);
    }
}
