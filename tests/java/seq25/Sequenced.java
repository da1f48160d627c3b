// Sequenced collections, new string and math methods, gatherers.
import java.util.*;
import java.util.stream.*;

public class Sequenced {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.addFirst(0);
        l.addLast(9);
        System.out.println(l + " " + l.getFirst() + l.getLast() + l.reversed() + l.removeLast());
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
        m.put("b", 1);
        m.putFirst("a", 0);
        m.putLast("c", 2);
        System.out.println(
                m
                        + " "
                        + m.firstEntry()
                        + m.reversed()
                        + m.pollLastEntry()
                        + m.sequencedKeySet().reversed());
        System.out.println(
                new TreeSet<>(Set.of(3, 1, 2)).reversed()
                        + " "
                        + new LinkedHashSet<>(List.of(1, 2)).reversed()
                        + " "
                        + new ArrayDeque<>(List.of(1, 2)).reversed());
        try {
            new ArrayList<>().getFirst();
        } catch (NoSuchElementException e) {
            System.out.println("none");
        }
        System.out.println(
                Math.clamp(15L, 0, 10)
                        + " "
                        + "a,b;c".splitWithDelimiters("[,;]", 0).length
                        + " "
                        + new StringBuilder().repeat("ab", 3)
                        + " "
                        + "x".indexOf('x', 0, 1)
                        + " "
                        + Character.isEmoji(0x1F600)
                        + " "
                        + Math.ceilDiv(7, 2)
                        + " "
                        + Math.unsignedMultiplyHigh(-1L, 2));
        System.out.println(
                Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList()
                        + " "
                        + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList()
                        + " "
                        + Stream.of(1, 2, 3)
                                .gather(Gatherers.fold(() -> "", (s, x) -> s + x))
                                .findFirst()
                                .get());
        System.out.println(
                Stream.of("a", "b").toList()
                        + " "
                        + IntStream.range(0, 3).mapToObj(i -> "n" + i).toList().reversed());
    }
}
