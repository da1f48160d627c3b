// expect: no_errors
// Fail-fast iteration as HotSpot has it, while another thread makes every yield the end of a transition.
import java.util.*;
import java.util.function.Consumer;

public class FailFast {
    static void pause() {
        Thread.yield();
    }

    static void check(boolean ok, String what) {
        if (!ok) throw new AssertionError(what);
    }

    static boolean fails(Runnable action) {
        try {
            action.run();
            return false;
        } catch (ConcurrentModificationException e) {
            return true;
        }
    }

    /* grow changes the collection's structure; it has three elements. */
    static void collection(String name, Collection<Integer> c, Consumer<Integer> grow) {
        Iterator<Integer> old = c.iterator();
        old.next();
        for (int i = 10; i < 13; i++) {
            pause();
            grow.accept(i);
            pause();
            Iterator<Integer> fresh = c.iterator();
            pause();
            fresh.next();
            check(fails(old::next), name + ": stale iterator, change " + i);
            check(!fails(fresh::next), name + ": fresh iterator, change " + i);
        }
        Iterator<Integer> own = c.iterator(), other = c.iterator();
        own.next();
        other.next();
        pause();
        own.remove();
        pause();
        check(!fails(own::next), name + ": the iterator that removed");
        check(fails(other::next), name + ": the iterator beside it");
        Spliterator<Integer> late = c.spliterator(), bound = c.spliterator();
        bound.estimateSize();
        pause();
        grow.accept(20);
        pause();
        check(!fails(() -> late.forEachRemaining(x -> { })), name + ": spliterator not bound yet");
        check(fails(() -> bound.forEachRemaining(x -> { })), name + ": spliterator bound before");
        boolean first[] = {true};
        check(fails(() -> c.forEach(x -> {
            pause();
            if (first[0]) grow.accept(30);
            first[0] = false;
            pause();
        })), name + ": forEach");
    }

    static void lists(List<Integer> list) {
        List<Integer> stale = list.subList(0, 2), half = list.subList(0, 2), inner = half.subList(0, 1);
        pause();
        inner.add(7);
        pause();
        Iterator<Integer> in = half.iterator();
        check(!fails(in::next), "sublist after a change through its own sublist");
        check(fails(stale::size), "sublist after a change beside it");
        pause();
        list.add(8);
        pause();
        check(fails(in::next) && fails(half::size) && fails(inner::size), "sublists after a change of the list");
    }

    static void maps(TreeMap<Integer, Integer> map) {
        Iterator<Integer> in = map.headMap(3, true).descendingMap().keySet().iterator();
        in.next();
        pause();
        check(!fails(in::next), "submap untouched");
        map.put(99, 0);
        pause();
        check(fails(in::next), "submap after a change outside it");
        HashMap<Integer, Integer> hash = new HashMap<>(map);
        check(fails(() -> hash.computeIfAbsent(55, k -> {
            pause();
            hash.put(k + 1, 0);
            pause();
            return 1;
        })), "a change within computeIfAbsent");
    }

    /* A list of the program's own may look at the counter that it inherits, whatever its own fields are called. */
    static class Counted extends ArrayList<Integer> {
        int modCount;

        int changes() {
            return super.modCount;
        }
    }

    static void counted(Counted list) {
        int before = list.changes();
        list.add(1);
        pause();
        list.add(2);
        pause();
        check(list.changes() == before + 2, "changes of a list that counts them itself");
    }

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            for (;;) pause();
        });
        other.setDaemon(true);
        other.start();
        List<Integer> three = List.of(1, 2, 3);
        List<Integer> array = new ArrayList<>(three), linked = new LinkedList<>(three);
        collection("ArrayList", array, array::add);
        collection("LinkedList", linked, linked::add);
        Set<Integer> hash = new LinkedHashSet<>(three), tree = new TreeSet<>(three);
        collection("LinkedHashSet", hash, hash::add);
        collection("TreeSet", tree, tree::add);
        Queue<Integer> queue = new PriorityQueue<>(three);
        collection("PriorityQueue", queue, queue::add);
        counted(new Counted());
        lists(new ArrayList<>(three));
        lists(new LinkedList<>(three));
        maps(new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)));
    }
}
