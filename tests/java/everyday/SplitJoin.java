// Splitting, joining and formatting of tables.
import java.util.*;
import java.util.stream.*;

public class SplitJoin {
    public static void main(String[] args) {
        String csv = "name,qty,price\nnut,10,0.5\nbolt,3,1.25\n\"quoted\",7,2";
        List<String[]> rows = csv.lines().map(l -> l.split(",")).toList();
        int[] w = new int[3];
        for (String[] r : rows) for (int i = 0; i < 3; i++) w[i] = Math.max(w[i], r[i].length());
        for (String[] r : rows)
            System.out.println(
                    IntStream.range(0, 3)
                            .mapToObj(i -> String.format("%-" + w[i] + "s", r[i]))
                            .collect(Collectors.joining(" | "))
                            .stripTrailing());
        double total =
                rows.stream()
                        .skip(1)
                        .mapToDouble(r -> Integer.parseInt(r[1]) * Double.parseDouble(r[2]))
                        .sum();
        System.out.printf(
                Locale.ROOT,
                "%.3f %s%n",
                total,
                rows.stream()
                        .skip(1)
                        .collect(
                                Collectors.toMap(r -> r[0], r -> r[1], (a, b) -> a, TreeMap::new)));
    }
}
