// outcomes: false 0 {a=1, b=1}|false 0 {a=1}|false 0 {b=1}|false 0 {}|false 1 {a=1, b=1}|false 1 {a=1}|false 2 {a=1, b=1}|true 1 {a=1, b=1}|true 2 {a=1, b=1}
import java.util.concurrent.ConcurrentHashMap;

/** Two elements and their count. */
public class MapCountTwo {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> { m.put("a", 1); m.put("b", 1); });
        t.start();
        boolean b = m.containsKey("b");
        int n = m.size();
        String s = m.toString();
        System.out.println("R " + b + " " + n + " " + s);
    }
}
