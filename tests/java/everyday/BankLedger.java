// A small application: accounts, checked exceptions, history, totals in BigDecimal, reports sorted
// by comparators.
import java.math.*;
import java.util.*;
import java.util.stream.*;

public class BankLedger {
    static class Insufficient extends Exception {
        final BigDecimal missing;

        Insufficient(BigDecimal m) {
            super("missing " + m);
            missing = m;
        }
    }

    enum Kind {
        IN,
        OUT
    }

    record Entry(int id, Kind k, BigDecimal a, String who) {}

    private final Map<String, BigDecimal> bal = new TreeMap<>();
    private final List<Entry> log = new ArrayList<>();

    void in(String w, String a) {
        bal.merge(w, new BigDecimal(a), BigDecimal::add);
        log.add(new Entry(log.size(), Kind.IN, new BigDecimal(a), w));
    }

    void out(String w, String a) throws Insufficient {
        BigDecimal x = new BigDecimal(a), b = bal.getOrDefault(w, BigDecimal.ZERO);
        if (b.compareTo(x) < 0) throw new Insufficient(x.subtract(b));
        bal.put(w, b.subtract(x));
        log.add(new Entry(log.size(), Kind.OUT, x, w));
    }

    public static void main(String[] args) {
        BankLedger l = new BankLedger();
        l.in("ann", "100.10");
        l.in("bob", "20");
        l.in("ann", "0.05");
        try {
            l.out("ann", "50.155");
            l.out("bob", "20.01");
        } catch (Insufficient e) {
            System.out.println(e.getMessage() + e.missing.scale());
        }
        System.out.println(
                l.bal
                        + " "
                        + l.log.stream()
                                .collect(
                                        Collectors.groupingBy(
                                                Entry::k,
                                                () -> new EnumMap<>(Kind.class),
                                                Collectors.reducing(
                                                        BigDecimal.ZERO,
                                                        Entry::a,
                                                        BigDecimal::add))));
        l.log.sort(Comparator.comparing(Entry::a).reversed());
        l.log.forEach(System.out::println);
    }
}
