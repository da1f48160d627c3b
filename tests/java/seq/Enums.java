// Enums with bodies, constructors, fields, abstract methods, valueOf, switch, compareTo, EnumMap,
// EnumSet.
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;

public class Enums {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            int apply(int a, int b) {
                return a - b;
            }

            @Override
            public String toString() {
                return "minus";
            }
        },
        MUL("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };
        private final String sym;
        private static final Map<String, Op> BY = new TreeMap<>();

        static {
            for (Op o : values()) BY.put(o.sym, o);
        }

        Op(String s) {
            sym = s;
        }

        abstract int apply(int a, int b);

        static Op of(String s) {
            return BY.get(s);
        }
    }

    enum Day {
        MON,
        TUE,
        WED,
        THU,
        FRI,
        SAT,
        SUN;

        Day next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    interface Sh {
        double area();
    }

    enum Shape implements Sh {
        UNIT {
            public double area() {
                return 1;
            }
        },
        TWO {
            public double area() {
                return 4;
            }
        }
    }

    enum Empty {}

    static String kind(Day d) {
        switch (d) {
            case SAT:
            case SUN:
                return "weekend";
            case FRI:
                return "almost";
            default:
                return "work";
        }
    }

    public static void main(String[] args) {
        for (Op o : Op.values())
            System.out.println(
                    o
                            + " "
                            + o.name()
                            + " "
                            + o.ordinal()
                            + " "
                            + o.apply(6, 3)
                            + " "
                            + o.getClass().getName()
                            + " "
                            + o.getDeclaringClass().getSimpleName());
        System.out.println(
                Op.of("*")
                        + " "
                        + Op.valueOf("ADD").compareTo(Op.MUL)
                        + " "
                        + Empty.values().length);
        try {
            Op.valueOf("DIV");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Enum.valueOf(Day.class, null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (Day d : Day.values()) System.out.print(kind(d) + "," + d.next() + " ");
        System.out.println();
        EnumMap<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.SUN, 7);
        m.put(Day.MON, 1);
        m.merge(Day.SUN, 10, Integer::sum);
        System.out.println(m + " " + m.containsKey(Day.TUE) + " " + m.keySet() + " " + m.values());
        EnumSet<Day> s = EnumSet.range(Day.TUE, Day.THU);
        EnumSet<Day> c = EnumSet.complementOf(s);
        c.removeAll(EnumSet.of(Day.SUN));
        c.add(Day.WED);
        System.out.println(
                s
                        + " "
                        + c
                        + " "
                        + EnumSet.allOf(Day.class).size()
                        + " "
                        + EnumSet.noneOf(Day.class)
                        + " "
                        + s.contains(Day.MON));
        double a = 0;
        for (Shape x : Shape.values()) a += x.area();
        System.out.println(
                a
                        + " "
                        + Shape.UNIT.getClass().isEnum()
                        + " "
                        + Shape.UNIT.getDeclaringClass().isEnum()
                        + " "
                        + Op.ADD.equals(Op.SUB));
        try {
            Day n = null;
            kind(n);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Day[] v = Day.values();
        v[0] = null;
        System.out.println(
                Day.values()[0]
                        + " "
                        + Thread.State.valueOf("RUNNABLE")
                        + " "
                        + Day.MON.describeConstable().isPresent());
    }
}
