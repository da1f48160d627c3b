// The JVM's own messages: casts, stores, sizes, divisions, monitors, arrays, strings, abstract
// calls; and helpful null pointer texts.
import java.util.*;

public class ErrorTexts {
    int f;
    ErrorTexts next;
    int[] arr;
    static ErrorTexts st;

    int m(int... x) {
        return x.length;
    }

    List<String> list() {
        return null;
    }

    static String sn;

    interface T {
        void run() throws Throwable;
    }

    static void t(T r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (Throwable e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Object o = "s";
        Object[] os = new String[1];
        int z = 0;
        int[] a = new int[2];
        int[][] aa = new int[2][];
        ErrorTexts e = new ErrorTexts();
        long lz = 0;
        String str = "abc";
        Object io = new int[0];
        t(
                () -> {
                    Integer i = (Integer) o;
                });
        t(
                () -> {
                    List<?> l = (List<?>) o;
                });
        t(
                () -> {
                    String[] s = (String[]) io;
                });
        t(
                () -> {
                    Runnable r = (Runnable) (Object) e;
                });
        t(() -> os[0] = 1);
        t(
                () -> {
                    int[] n = new int[z - 1];
                });
        t(() -> System.out.println(1 / z));
        t(() -> System.out.println(1 % lz));
        t(() -> System.out.println(a[2]));
        t(() -> a[-1]++);
        t(() -> System.out.println(aa[1][0]));
        t(() -> aa[0][1] = 3);
        t(() -> str.charAt(3));
        t(() -> str.substring(2, 1));
        t(() -> str.substring(-1));
        t(() -> new StringBuilder("x").deleteCharAt(4));
        t(() -> new StringBuilder("x").insert(3, "q"));
        t(() -> "x".repeat(-1));
        t(() -> new ArrayList<>(-1));
        t(() -> new ArrayList<>().get(0));
        t(() -> List.of(1).get(1));
        t(() -> new LinkedList<>().getFirst());
        t(() -> List.of(1, 1).add(2));
        t(() -> Set.of(1, 1));
        t(() -> Map.of("a", 1, "a", 2));
        t(() -> List.of((Object) null));
        t(() -> Arrays.asList(1).add(2));
        t(() -> Collections.emptyList().iterator().next());
        t(() -> new ArrayDeque<>().pop());
        t(() -> new PriorityQueue<Object>(List.of(new Object(), new Object())));
        t(() -> new TreeSet<Object>().add(null));
        t(() -> Integer.parseInt("12x"));
        t(() -> Integer.parseInt(""));
        t(() -> Integer.parseInt(null));
        t(() -> Long.parseLong("99999999999999999999"));
        t(() -> Double.parseDouble("1.x"));
        t(() -> Integer.valueOf("7", 40));
        t(() -> Thread.State.valueOf("NONE"));
        t(() -> Optional.empty().get());
        t(() -> Optional.of(null));
        t(() -> Objects.requireNonNull(null, "must"));
        t(() -> Objects.checkIndex(5, 3));
        t(() -> new Object().wait());
        t(() -> new Object().notify());
        t(() -> UUID.fromString("zz"));
        t(() -> Math.toIntExact(1L << 40));
        t(() -> Math.addExact(Integer.MAX_VALUE, 1));
        t(() -> Character.toChars(-1));
        t(() -> System.arraycopy(a, 0, new long[2], 0, 1));
        t(() -> System.arraycopy(a, 1, a, 0, 5));
        t(() -> System.arraycopy(o, 0, a, 0, 1));
        t(() -> Class.forName("no.Such"));
        t(() -> ErrorTexts.class.getMethod("nope", int.class));
        t(() -> Enum.valueOf(Thread.State.class, null));
        t(() -> new Scanner("a").nextInt());
        t(() -> Collections.unmodifiableList(new ArrayList<>(List.of(1))).set(0, 2));
        t(() -> String.format("%d", "x"));
        t(() -> String.format("%s %s", 1));
        t(() -> String.format("%q"));
        t(() -> "a".compareTo(null));
        t(() -> java.util.regex.Pattern.compile("(a"));
        t(() -> new int[][] {{1}, null}[1].clone());
        t(
                () -> {
                    Object[] x = new Integer[2];
                    Arrays.fill(x, "s");
                });
        t(() -> new Thread(() -> {}).setPriority(11));
        t(() -> Thread.sleep(-1));
        t(() -> List.of(1, 2).subList(1, 0));
        t(() -> Arrays.copyOfRange(a, 3, 2));
        t(() -> new BitSet(-3));
        t(() -> Collections.nCopies(-1, 0));
        t(() -> new Random().nextInt(0));
        t(() -> new String(new char[2], 1, 3));
        t(
                () -> {
                    for (Integer i :
                            new ArrayList<>(List.of(1, 2, 3)) {
                                {
                                    add(4);
                                }
                            }) if (i == 9) break;
                    var l = new ArrayList<>(List.of(1, 2, 3));
                    for (Integer i : l) l.remove(i);
                });
        t(() -> System.out.println(e.next.f));
        t(() -> e.next.next.f = 1);
        t(() -> e.arr[0] = 2);
        t(() -> System.out.println(e.arr.length));
        t(() -> st.m(1));
        t(() -> e.list().size());
        t(
                () -> {
                    synchronized (sn) {
                    }
                });
        t(
                () -> {
                    throw (RuntimeException) (Object) st;
                });
        t(() -> System.out.println(sn.length() + e.f));
        t(
                () -> {
                    Integer n = null;
                    int i = n;
                });
        t(
                () -> {
                    int[][] g = {null};
                    g[0][1]++;
                });
        t(() -> args(null));
        t(() -> System.out.println((new ErrorTexts[1])[0].f));
        t(
                () -> {
                    Boolean b = null;
                    if (b) return;
                });
        t(
                () -> {
                    for (String s : e.list())
                        ;
                });
        t(() -> e.next().next().f++);
        t(
                () -> {
                    String l = null;
                    switch (l) {
                        default:
                    }
                });
        t(
                () -> {
                    ErrorTexts x = z == 0 ? null : e;
                    x.m();
                });
    }

    ErrorTexts next() {
        return next;
    }

    static int args(String s) {
        return s.trim().length();
    }
}
