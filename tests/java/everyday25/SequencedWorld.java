// Sequenced collections and maps: reversed views written through, first and last, put first; new String and StringBuilder methods of 21.
import java.util.*;
import java.util.stream.*;

public class SequencedWorld {
    static void t(String n, Runnable r) {
        try {
            r.run();
            System.out.print(n + " ok ");
        } catch (RuntimeException e) { System.out.print(n + " " + e.getClass().getSimpleName() + " "); }
    }
    public static void main(String[] args) {
        for (SequencedCollection<Integer> c :
            List.<SequencedCollection<Integer>>of(new ArrayList<>(List.of(1, 2, 3)), new LinkedList<>(List.of(1, 2, 3)),
                new ArrayDeque<>(List.of(1, 2, 3)), new LinkedHashSet<>(List.of(1, 2, 3)))) {
            c.addFirst(0);
            c.addLast(9);
            var r = c.reversed();
            r.addFirst(7);
            r.removeLast();
            System.out.println(c.getClass().getSimpleName() + c + r + c.getFirst() + r.getFirst() + c.removeFirst()
                               + r.removeFirst() + r.stream().map(String::valueOf).collect(Collectors.joining("|"))
                               + r.contains(2) + r.reversed().equals(c) + r.size() + Arrays.toString(r.toArray()));
            Iterator<Integer> it = r.iterator();
            it.next();
            it.remove();
            System.out.println(c + " " + r);
        }
        List<String> l = new ArrayList<>(List.of("a", "b", "c", "d"));
        List<String> rv = l.reversed();
        rv.set(0, "D");
        rv.add(1, "X");
        rv.subList(1, 3).clear();
        rv.sort(Comparator.naturalOrder());
        System.out.println(l + "" + rv + rv.indexOf("a") + rv.listIterator(1).previous()
                           + rv.equals(List.of("D", "a", "b")) + rv.hashCode());
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>(Map.of("k", 1));
        m.putFirst("f", 0);
        m.putLast("l", 2);
        m.putFirst("l", 3);
        var rm = m.reversed();
        rm.put("new", 5);
        rm.putFirst("last", 6);
        System.out.println(m + " " + rm + m.firstEntry() + m.pollLastEntry() + m.sequencedKeySet().reversed()
                           + m.sequencedValues().getFirst() + m.sequencedEntrySet().reversed() + rm.keySet()
                           + rm.firstEntry().getValue());
        TreeMap<Integer, String> tm = new TreeMap<>(Map.of(1, "a", 2, "b"));
        System.out.println(
            tm.reversed() + "" + tm.sequencedValues() + new TreeSet<>(List.of(3, 1)).reversed().getFirst());
        TreeSet<Integer> ts = new TreeSet<>(List.of(5));
        t("tsadd", () -> ts.addFirst(1));
        t("tmput", () -> tm.putFirst(0, "z"));
        t("empty", () -> new ArrayList<>().getFirst());
        t("immut", () -> List.of(1).removeFirst());
        t("un", () -> Collections.unmodifiableSequencedCollection(l).addLast("q"));
        t("first", () -> new TreeSet<>().first());
        System.out.println();
        System.out.println("" + new StringBuilder("x").repeat("ab", 2).repeat('-', 3) + "a1b2".indexOf('b', 0, 2)
                           + Arrays.toString("a,b;c".splitWithDelimiters("[,;]", 2)) + Character.isEmoji(0x1f600)
                           + Math.clamp(15L, 0, 10) + Math.ceilDiv(7, 2) + Math.unsignedMultiplyHigh(-1L, 2)
                           + Integer.compress(0xff, 0x0f0) + Integer.expand(5, 0xa5) + List.of(1, 2).reversed()
                           + Collections.newSequencedSetFromMap(new LinkedHashMap<Integer, Boolean>())
                           + new StringBuffer("q").reverse().compareTo(new StringBuffer("r"))
                           + Objects.checkIndex(1L, 2L));
        var sub = l.subList(0, 2).reversed();
        l.add("boom");
        t("cme", () -> sub.getFirst());
        System.out.println(Stream.of(1, 2, 3).toList().reversed() + "" + Arrays.asList(1, 2).reversed()
                           + Collections.nCopies(2, "n").reversed() + new Vector<>(List.of(1, 2)).reversed());
        try {
            Thread v = Thread.ofVirtual().name("virt").start(
                ()
                    -> System.out.println(Thread.currentThread().isVirtual() + Thread.currentThread().getName()
                                          + Thread.currentThread().isDaemon()
                                          + Thread.currentThread().getThreadGroup().getName()
                                          + Thread.currentThread().getPriority()));
            v.join();
            System.out.println(v.getState() + " "
                               + Thread.ofPlatform().daemon().name("p-", 5).unstarted(() -> {}).getName()
                               + Thread.currentThread().isVirtual());
            try (var ex = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
                System.out.println(ex.submit(() -> 6 * 7).get());
            }
        } catch (Exception e) { e.printStackTrace(); }
    }
}
