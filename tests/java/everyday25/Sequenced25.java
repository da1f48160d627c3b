// Sequenced collections, gatherers, new string and list methods.
import java.util.*;
import java.util.stream.*;

public class Sequenced25 {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.addFirst(0);
        l.addLast(9);
        System.out.println(
                l.reversed() + " " + l.getFirst() + l.removeLast() + l.reversed().subList(0, 2));
        l.reversed().add(-1);
        System.out.println(l);
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>(Map.of("a", 1));
        m.putFirst("z", 26);
        m.putLast("y", 25);
        System.out.println(
                m
                        + " "
                        + m.reversed()
                        + m.firstEntry()
                        + m.pollLastEntry()
                        + m.sequencedKeySet().reversed());
        SequencedSet<Integer> s = new LinkedHashSet<>(List.of(3, 1));
        s.addFirst(1);
        System.out.println(
                s
                        + " "
                        + s.reversed()
                        + new TreeSet<>(s).reversed()
                        + new ArrayDeque<>(s).reversed()
                        + Collections.unmodifiableSequencedSet(s).getLast());
        try {
            List.of().getFirst();
        } catch (NoSuchElementException e) {
            System.out.println("none");
        }
        System.out.println(
                Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList()
                        + " "
                        + Stream.of(1, 2, 3).gather(Gatherers.windowSliding(2)).toList()
                        + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 10, Integer::sum)).toList()
                        + Stream.of("a", "b")
                                .gather(Gatherers.fold(() -> "", String::concat))
                                .findFirst()
                                .get()
                        + Stream.of(1, 2).gather(Gatherers.mapConcurrent(1, x -> x * 2)).toList()
                        + Stream.of(5, 6)
                                .gather(
                                        Gatherer.<Integer, int[], String>ofSequential(
                                                () -> new int[1],
                                                (st, e, d) -> {
                                                    st[0] += e;
                                                    return d.push(e + "/" + st[0]);
                                                },
                                                (st, d) -> d.push("end")))
                                .toList());
        System.out.println(
                "a,b;c".splitWithDelimiters("[,;]", 0).length
                        + " "
                        + "hello".indexOf("l", 0, 3)
                        + new StringBuilder().repeat("ab", 2).repeat('c', 3)
                        + Character.isEmoji(0x1F600)
                        + Math.clamp(99L, 1, 10)
                        + HashMap.newHashMap(5).size()
                        + "x".describeConstable().get()
                        + Math.ceilDiv(7, 2)
                        + Math.unsignedMultiplyHigh(-1L, 2)
                        + Integer.compress(0b1010, 0b1110)
                        + Integer.expand(3, 0b1010)
                        + StringBuilder.class.getMethods().length / 1000
                        + List.of(1).equals(List.of(1).reversed())
                        + "a\tb".stripIndent().length()
                        + Long.compress(255, 0xf0f0)
                        + new String("ab").hashCode()
                        + Arrays.asList(1, 2).reversed()
                        + "abc".chars().boxed().toList().getLast()
                        + Objects.checkIndex(1L, 2L)
                        + Objects.toIdentityString("q").startsWith("java.lang.String@"));
    }
}
