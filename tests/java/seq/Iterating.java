// Iterators, Iterable, ListIterator, fail-fast behaviour, sublists.
import java.util.*;

public class Iterating {
    static class Range implements Iterable<Integer> {
        final int lo, hi;

        Range(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = lo;

                public boolean hasNext() {
                    return at < hi;
                }

                public Integer next() {
                    if (!hasNext()) throw new NoSuchElementException("past " + hi);
                    return at++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(1, 5)) sum += i;
        System.out.println(sum);
        Iterator<Integer> it = new Range(0, 1).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        new Range(0, 3).forEach(x -> System.out.print(x + " "));
        new Range(7, 9).spliterator().forEachRemaining(x -> System.out.print(x + " "));
        System.out.println();
        List<String> l = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        try {
            for (String s : l) if (s.equals("b")) l.remove(s);
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        for (String s : l)
            if (s.equals("d")) l.add(0, "x");
            else if (l.size() > 5) break;
    }

    static {
        List<String> l = new LinkedList<>(List.of("a", "b", "c", "d"));
        ListIterator<String> li = l.listIterator();
        while (li.hasNext()) {
            int k = li.nextIndex();
            String s = li.next();
            if (k % 2 == 0) li.set(s + k);
            else li.remove();
        }
        while (li.hasPrevious()) {
            String s = li.previous();
            li.add(s + "!");
            li.previous();
        }
        System.out.println(l);
        try {
            li.set("x");
            li.add("y");
            li.set("z");
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        List<Integer> big = new ArrayList<>();
        for (int i = 0; i < 10; i++) big.add(i);
        List<Integer> sub = big.subList(2, 6);
        sub.set(0, 99);
        sub.remove(Integer.valueOf(4));
        sub.add(1, 77);
        System.out.println(big + " " + sub + " " + sub.indexOf(77));
        big.add(1);
        try {
            sub.size();
        } catch (ConcurrentModificationException e) {
            System.out.println("sublist is stale");
        }
        Map<String, Integer> m = new TreeMap<>(Map.of("a", 1, "b", 2));
        try {
            for (String k : m.keySet()) m.put(k + k, 0);
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        for (Iterator<Map.Entry<String, Integer>> it = m.entrySet().iterator(); it.hasNext(); ) {
            Map.Entry<String, Integer> e = it.next();
            if (e.getValue() == 0) it.remove();
            else e.setValue(e.getValue() * 10);
        }
        System.out.println(m);
        try {
            List.of(1).add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            Arrays.asList(1, 2).remove(0);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            Collections.unmodifiableList(big).clear();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        big.removeIf(x -> x % 2 == 1);
        big.replaceAll(x -> -x);
        System.out.println(big);
    }
}
