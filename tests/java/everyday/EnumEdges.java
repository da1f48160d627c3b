// Enums with bodies, interfaces, EnumMap and EnumSet, valueOf errors, switch with default and fall through, strings with colliding hashes.
import java.util.*;
import java.util.function.*;

public class EnumEdges {
    enum Op implements IntBinaryOperator {
        ADD("+") {
            public int applyAsInt(int a, int b) { return a + b; }
        },
        SUB("-") {
            public int applyAsInt(int a, int b) { return a - b; }
        },
        SHIFT("<<", 2) {
            public int applyAsInt(int a, int b) { return a << b; }
            @Override
            boolean fancy() {
                return true;
            }
        };
        static final Map<String, Op> BY = new TreeMap<>(Comparator.reverseOrder());
        static {
            for (Op o : values()) BY.put(o.sign, o);
        }
        final String sign;
        final int level;
        Op(String s) { this(s, 1); }
        Op(String s, int l) {
            sign = s;
            level = l;
        }
        boolean fancy() { return false; }
    }
    enum Day {
        MON,
        TUE,
        WED,
        THU,
        FRI,
        SAT,
        SUN;
        Day next() { return values()[(ordinal() + 1) % values().length]; }
    }
    enum Empty {}
    enum Level {
        LOW(1),
        MID(Level.LOW.w + 1),
        HIGH(MID.w * 10);
        final int w;
        Level(int w) { this.w = w; }
    }
    static String kind(Day d) {
        StringBuilder b = new StringBuilder();
        switch (d) {
        case SAT: b.append("sat-");
        case SUN: b.append("weekend"); break;
        case WED: b.append("mid-"); // falls through
        default: b.append("work");
        }
        return b.toString();
    }
    static int arrow(Day d) {
        return switch (d) {
            case MON, TUE -> 1;
            case WED -> {
                int x = d.ordinal();
                yield x *x;
            }
            default -> -d.name().length();
        };
    }
    static String text(String s) {
        switch (s) {
        case "Aa": return "first";
        case "BB": return "second";
        case "AaAa":
        case "BBBB": return "long " + s;
        case "AaBB": return "mixed";
        case "": return "empty";
        default: return "none:" + s.hashCode();
        }
    }
    public static void main(String[] args) {
        for (Op o : Op.values())
            System.out.print(o + o.sign + o.applyAsInt(6, 2) + o.fancy() + o.level
                             + o.getDeclaringClass().getSimpleName() + (o.getClass() == Op.class) + " ");
        System.out.println(Op.BY + " " + Op.valueOf("ADD").compareTo(Op.SHIFT));
        for (Day d : Day.values()) System.out.print(kind(d) + arrow(d) + d.next() + " ");
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "C#"})
            System.out.print(text(s) + ", ");
        System.out.println();
        try {
            Day.valueOf("Mon");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Enum.valueOf(Day.class, null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            kind(null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        EnumMap<Day, List<Integer>> m = new EnumMap<>(Day.class);
        for (int i = 0; i < 10; i++) m.computeIfAbsent(Day.values()[i * 3 % 7], k -> new ArrayList<>()).add(i);
        System.out.println(m + " " + m.containsKey(Day.SUN) + m.firstEntryText());
    }
    static class EnumMap<K extends Enum<K>, V> extends java.util.EnumMap<K, V> {
        EnumMap(Class<K> c) { super(c); }
        String firstEntryText() {
            var e = entrySet().iterator().next();
            e.setValue(null);
            return e + "" + clone().equals(this) + keySet() + EnumSet.copyOf(keySet()).size() + sets();
        }
        static String sets() {
            EnumSet<Day> week = EnumSet.range(Day.MON, Day.FRI), end = EnumSet.complementOf(week);
            week.removeIf(d -> d.name().startsWith("T"));
            end.addAll(week);
            end.retainAll(EnumSet.of(Day.SUN, Day.FRI, Day.TUE));
            return week + "" + end + EnumSet.noneOf(Empty.class) + EnumSet.allOf(Level.class).contains(null)
                + Level.HIGH.w;
        }
    }
}
