import java.io.*;
import java.lang.ref.WeakReference;
import java.util.*;
import gov.nasa.jpf.vm.Verify;

/** Whatever a state may hold, in two threads that meet. */
public class Everything {
    static class Late {
        static int[] made = new int[40];
        static { made[3] = 5; }
    }

    static final Map<String, Object> map = new HashMap<>();
    static final Object lock = new Object();
    static volatile int turn;
    static Object kept;
    static WeakReference<Object> weak;
    static StringBuilder text = new StringBuilder();

    static class Loader extends ClassLoader {
        Class<?> define() throws IOException {
            try (InputStream in = Everything.class.getResourceAsStream("Everything$Loaded.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass("Everything$Loaded", bytes, 0, bytes.length);
            }
        }
    }

    public static class Loaded {
        static int seen = 7;
        public int of(int x) { return x + seen++; }
    }

    static void other() {
        synchronized (lock) {
            map.put("other", new int[] {turn, Late.made[3]});
            turn++;
        }
        kept = new long[600];
        ((long[]) kept)[turn] = kept.hashCode();
        turn++;
        List<Integer> all = new ArrayList<>(List.of(3, 1, 2));
        Iterator<Integer> at = all.iterator();
        at.next();
        turn++;
        at.remove();
        Collections.sort(all);
        text.append(all);
        new Thread(() -> { synchronized (lock) { map.put("third" + turn, Thread.currentThread().getName()); } }).start();
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(Everything::other);
        t.start();
        weak = new WeakReference<>(new Object());
        int picked = Verify.getInt(0, 1);
        String name = ("in" + "terned" + picked).intern();
        synchronized (lock) { map.put(name, picked); }
        File f = File.createTempFile("state", ".txt");
        try (FileWriter w = new FileWriter(f)) { w.write("line " + picked + turn); }
        turn += picked;
        Object loaded = new Loader().define().getConstructor().newInstance();
        turn += (int) loaded.getClass().getMethod("of", int.class).invoke(loaded, picked) % 2;
        System.out.println("R " + turn + " " + f.length() + " " + new TreeMap<>(map).keySet());
        f.delete();
        t.join(picked + 1);
        System.out.println("R " + (kept != null) + text + System.identityHashCode(weak) % 2);
    }
}
