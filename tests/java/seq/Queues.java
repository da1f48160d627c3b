// ArrayDeque, PriorityQueue, LinkedList as deque, BitSet.
import java.util.*;

public class Queues {
    record Task(String n, int p) implements Comparable<Task> {
        public int compareTo(Task o) {
            return p != o.p ? Integer.compare(p, o.p) : n.compareTo(o.n);
        }
    }

    public static void main(String[] args) {
        ArrayDeque<Integer> d = new ArrayDeque<>(2);
        for (int i = 0; i < 40; i++) {
            if (i % 3 == 0) d.addFirst(i);
            else d.addLast(i);
            if (i % 5 == 4) d.pollFirst();
        }
        System.out.println(d + " " + d.peekFirst() + " " + d.peekLast() + " " + d.size());
        d.removeFirstOccurrence(7);
        d.push(-1);
        d.offer(-2);
        d.removeLast();
        Iterator<Integer> it = d.descendingIterator();
        it.next();
        it.remove();
        System.out.println(d + " " + d.pop() + " " + d.contains(11));
        try {
            new ArrayDeque<Integer>().removeFirst();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            d.add(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 15; i++) q.add(i * 7 % 15);
        q.remove(11);
        System.out.println(q);
        StringBuilder sb = new StringBuilder();
        while (!q.isEmpty()) sb.append(q.poll()).append(' ');
        System.out.println(sb);
        PriorityQueue<Task> tasks =
                new PriorityQueue<>(List.of(new Task("z", 1), new Task("b", 0), new Task("a", 1)));
        System.out.println(tasks.poll() + " " + tasks.poll() + " " + tasks.peek() + " " + tasks);
        Deque<String> l = new LinkedList<>();
        l.offerFirst("a");
        l.offerLast("b");
        l.push("c");
        System.out.println(l + l.peek() + l.pollLast() + l.element());
        BitSet b = new BitSet();
        b.set(1);
        b.set(5, 9);
        b.set(200);
        b.flip(6);
        b.clear(1);
        BitSet c = new BitSet(64);
        c.set(0, 300);
        c.clear(7);
        System.out.println(
                b
                        + " "
                        + b.cardinality()
                        + " "
                        + b.length()
                        + " "
                        + b.size()
                        + " "
                        + b.nextClearBit(5)
                        + " "
                        + b.previousSetBit(199)
                        + " "
                        + b.intersects(c));
        c.andNot(b);
        c.clear(20, 290);
        System.out.println(
                c
                        + " "
                        + Arrays.toString(b.toLongArray())
                        + " "
                        + b.hashCode()
                        + " "
                        + b.get(4, 9));
        b.xor(c);
        b.or(BitSet.valueOf(new long[] {3}));
        System.out.println(b + " " + b.stream().sum());
        int[][] grid = {{1, 1, 9}, {9, 1, 9}, {9, 1, 1}};
        PriorityQueue<int[]> pq = new PriorityQueue<>((x, y) -> x[0] - y[0]);
        int[] dist = new int[9];
        Arrays.fill(dist, 1 << 20);
        pq.add(new int[] {dist[0] = grid[0][0], 0});
        while (!pq.isEmpty()) {
            int[] u = pq.poll();
            int r = u[1] / 3, k = u[1] % 3;
            int[][] nb = {{r + 1, k}, {r - 1, k}, {r, k + 1}, {r, k - 1}};
            for (int[] n : nb)
                if (n[0] >= 0
                        && n[0] < 3
                        && n[1] >= 0
                        && n[1] < 3
                        && u[0] + grid[n[0]][n[1]] < dist[n[0] * 3 + n[1]])
                    pq.add(
                            new int[] {
                                dist[n[0] * 3 + n[1]] = u[0] + grid[n[0]][n[1]], n[0] * 3 + n[1]
                            });
        }
        System.out.println(Arrays.toString(dist));
    }
}
