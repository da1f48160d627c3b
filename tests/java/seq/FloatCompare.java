// fcmpl and fcmpg: what NaN does to each relation, in both branch senses.
public class FloatCompare {
    static String rel(double a, double b) {
        return (a < b)
                + ""
                + (a <= b)
                + (a > b)
                + (a >= b)
                + (a == b)
                + (a != b)
                + (!(a < b))
                + (!(a > b));
    }

    static String rel(float a, float b) {
        String r = "";
        if (a < b) r += "<";
        if (a <= b) r += "{";
        if (a > b) r += ">";
        if (a >= b) r += "}";
        if (a == b) r += "=";
        if (a != b) r += "!";
        if (!(a < b)) r += "n<";
        if (!(a >= b)) r += "n}";
        return r;
    }

    public static void main(String[] args) {
        double[] v = {Double.NaN, 0.0, -0.0, 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
        for (double a : v)
            for (double b : v) {
                System.out.println(
                        a
                                + " "
                                + b
                                + " "
                                + rel(a, b)
                                + " "
                                + rel((float) a, (float) b)
                                + " "
                                + Double.compare(a, b)
                                + " "
                                + Float.compare((float) a, (float) b)
                                + " "
                                + Double.valueOf(a).equals(b));
            }
        int n = 0;
        for (float f = 0; f < 1; f += 0.1f) n++;
        int m = 0;
        for (double d = 0; d < 1; d += 0.1) m++;
        System.out.println(n + " " + m);
        double nan = Double.NaN;
        while (nan > 0) System.out.println("never");
        do System.out.println("once");
        while (nan < 0);
        System.out.println(nan > 0 ? "a" : nan < 0 ? "b" : "c");
        java.util.TreeSet<Double> t = new java.util.TreeSet<>();
        for (double x : v) t.add(x);
        System.out.println(t);
    }
}
