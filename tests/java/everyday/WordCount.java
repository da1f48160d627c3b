// Word counts by several means must agree.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class WordCount {
    public static void main(String[] args) {
        String t = "the cat and the dog and the bird sat on the mat and sang";
        Map<String, Integer> a = new TreeMap<>();
        for (String s : t.split(" ")) a.merge(s, 1, Integer::sum);
        Map<String, Long> b =
                Arrays.stream(t.split(" "))
                        .collect(
                                Collectors.groupingBy(
                                        Function.identity(), TreeMap::new, Collectors.counting()));
        Map<String, Integer> c = new HashMap<>();
        StringTokenizer st = new StringTokenizer(t);
        while (st.hasMoreTokens()) {
            String s = st.nextToken();
            c.put(s, c.containsKey(s) ? c.get(s) + 1 : 1);
        }
        System.out.println(
                a
                        + " "
                        + a.equals(c)
                        + " "
                        + b
                        + " "
                        + a.entrySet().stream()
                                .sorted(
                                        Map.Entry.<String, Integer>comparingByValue()
                                                .reversed()
                                                .thenComparing(Map.Entry.comparingByKey()))
                                .limit(3)
                                .map(Map.Entry::getKey)
                                .toList());
    }
}
