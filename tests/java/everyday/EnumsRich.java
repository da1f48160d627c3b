// Enums: bodies, abstract methods, interfaces, switch, EnumSet and EnumMap, valueOf, reflection,
// constants with state.
import java.util.*;
import java.util.function.*;

public class EnumsRich {
    enum Op implements IntBinaryOperator {
        ADD("+") {
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        MUL("*") {
            public int applyAsInt(int a, int b) {
                return a * b;
            }

            @Override
            String desc() {
                return "times";
            }
        };
        final String sym;
        private static final Map<String, Op> BY = new HashMap<>();

        static {
            for (Op o : values()) BY.put(o.sym, o);
        }

        Op(String s) {
            sym = s;
        }

        String desc() {
            return name().toLowerCase();
        }

        static Op of(String s) {
            return BY.get(s);
        }
    }

    enum Planet {
        EARTH(5.97e24),
        MARS(6.42e23);
        final double m;
        int visits;

        Planet(double m) {
            this.m = m;
        }
    }

    enum Empty {}

    static String sw(Op o) {
        switch (o) {
            case ADD:
                return "a";
            case MUL:
                return "m";
            default:
                return "?";
        }
    }

    static int sw2(Planet p) {
        return switch (p) {
            case EARTH -> 1;
            case MARS -> {
                p.visits++;
                yield 2 + p.visits;
            }
        };
    }

    public static void main(String[] args) throws Exception {
        for (Op o : Op.values())
            System.out.println(
                    o
                            + o.sym
                            + o.applyAsInt(3, 4)
                            + o.desc()
                            + o.ordinal()
                            + o.getClass().isAnonymousClass()
                            + o.getDeclaringClass().getSimpleName()
                            + sw(o));
        System.out.println(
                Op.of("*")
                        + " "
                        + Op.valueOf("ADD").compareTo(Op.MUL)
                        + sw2(Planet.EARTH)
                        + sw2(Planet.MARS)
                        + sw2(Planet.MARS)
                        + Empty.values().length
                        + (Op.values() == Op.values())
                        + Planet.valueOf("MARS").equals(Planet.MARS));
        try {
            Op.valueOf("DIV");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            sw(null);
        } catch (NullPointerException e) {
            System.out.println("null switch");
        }
        EnumSet<Thread.State> s =
                EnumSet.complementOf(EnumSet.of(Thread.State.NEW, Thread.State.BLOCKED));
        s.removeAll(EnumSet.range(Thread.State.WAITING, Thread.State.TERMINATED));
        System.out.println(s + " " + EnumSet.allOf(Op.class) + EnumSet.noneOf(Op.class));
        EnumMap<Op, Integer> m = new EnumMap<>(Op.class);
        m.put(Op.MUL, 1);
        m.merge(Op.ADD, 5, Integer::sum);
        System.out.println(m + " " + m.containsKey(null));
        try {
            Op.class.getDeclaredConstructors()[0].setAccessible(true);
            Op.class.getDeclaredConstructors()[0].newInstance("X", 3, "x");
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Op.class.isEnum()
                        + " "
                        + Op.MUL.getClass().isEnum()
                        + Op.class.getField("ADD").isEnumConstant()
                        + Arrays.toString(Op.class.getEnumConstants())
                        + Enum.valueOf(Op.class, "MUL"));
    }
}
