// ArrayList and LinkedList: growth, removal by index and value, sorting, set operations.
import java.util.*;

public class Lists {
    static void use(List<Integer> l) {
        for (int i = 0; i < 20; i++) l.add(i * 7 % 11);
        l.add(3, 100);
        l.remove(0);
        l.remove(Integer.valueOf(5));
        l.addAll(2, List.of(-1, -2));
        l.set(1, 55);
        System.out.println(
                l
                        + " "
                        + l.size()
                        + " "
                        + l.indexOf(3)
                        + " "
                        + l.lastIndexOf(3)
                        + " "
                        + l.contains(42)
                        + " "
                        + l.hashCode());
        l.removeAll(List.of(1, 2, 3));
        l.retainAll(new HashSet<>(List.of(4, 5, 6, 7, 8, 9, 10, 55, 100)));
        Collections.sort(l);
        System.out.println(
                l
                        + " "
                        + Collections.binarySearch(l, 9)
                        + " "
                        + Collections.max(l)
                        + " "
                        + Collections.min(l)
                        + " "
                        + Collections.frequency(l, 7));
        Collections.reverse(l);
        Collections.rotate(l, 3);
        Collections.swap(l, 0, 1);
        Collections.shuffle(l, new Random(1));
        System.out.println(
                l
                        + " "
                        + Collections.disjoint(l, List.of(4))
                        + " "
                        + Arrays.toString(l.toArray(new Integer[0]))
                        + " "
                        + l.toArray().length);
        l.subList(1, 4).clear();
        l.sort(Comparator.comparing((Integer x) -> x % 3).thenComparing(Comparator.reverseOrder()));
        System.out.println(
                l
                        + " "
                        + l.equals(new ArrayList<>(l))
                        + " "
                        + new ArrayList<>(l).equals(new LinkedList<>(l)));
        l.clear();
        System.out.println(l.isEmpty() + " " + l);
    }

    public static void main(String[] args) {
        use(new ArrayList<>());
        use(new LinkedList<>());
        use(new Vector<>());
        use(new ArrayList<>(1));
        use(new java.util.concurrent.CopyOnWriteArrayList<>());
        List<Object> self = new ArrayList<>();
        self.add(self);
        self.add(1);
        System.out.println(self);
        System.out.println(
                Collections.nCopies(3, "z")
                        + " "
                        + List.copyOf(List.of(1, 2))
                        + " "
                        + Collections.emptyList()
                        + Collections.singletonList(4)
                        + new Stack<Integer>() {
                            {
                                push(1);
                                push(2);
                                pop();
                            }
                        }
                        + Arrays.asList(1, null, 3));
        List<String> words =
                new ArrayList<>(List.of("pear", "Apple", "fig", "banana", "apple", "Fig"));
        words.sort(null);
        System.out.println(words);
        words.sort(String.CASE_INSENSITIVE_ORDER);
        System.out.println(words);
        words.sort(
                Comparator.comparingInt(String::length)
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()));
        System.out.println(words);
        try {
            List.of(1, null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
    }
}
