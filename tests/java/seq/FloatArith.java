// IEEE 754: NaN, infinities, signed zeros, remainder, denormals, rounding.
public strictfp class FloatArith {
    static final double[] V = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        3.0,
        -2.5,
        1e-308,
        4.9e-324,
        1.7976931348623157e308,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    public static void main(String[] args) {
        for (double a : V) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (double b : V) {
                sb.append(' ')
                        .append(a + b)
                        .append(',')
                        .append(a - b)
                        .append(',')
                        .append(a * b)
                        .append(',')
                        .append(a / b)
                        .append(',')
                        .append(a % b);
                float x = (float) a, y = (float) b;
                sb.append('|')
                        .append(x + y)
                        .append(',')
                        .append(x * y)
                        .append(',')
                        .append(x / y)
                        .append(',')
                        .append(x % y);
            }
            System.out.println(sb);
        }
        System.out.println(
                5.5 % -2.0
                        + " "
                        + -5.5 % 2.0
                        + " "
                        + 1e300 % 3.3
                        + " "
                        + 1e17f % 7f
                        + " "
                        + 0x1p-1074 % 0x1p-1073);
        System.out.println(
                0.1
                        + 0.2
                        + " "
                        + (0.1f + 0.2f)
                        + " "
                        + (0.1f + 0.2)
                        + " "
                        + 1.0 / 3
                        + " "
                        + 1.0f / 3);
        double s = 0;
        for (int i = 0; i < 1000; i++) s += 0.1;
        float t = 0;
        for (int i = 0; i < 1000; i++) t += 0.1f;
        System.out.println(s + " " + t);
        System.out.println(
                -(0.0)
                        + " "
                        + (0.0 == -0.0)
                        + " "
                        + Double.valueOf(0.0).equals(-0.0)
                        + " "
                        + Math.min(0.0, -0.0)
                        + " "
                        + Math.max(-0.0f, 0.0f));
        double d = 1;
        d++;
        d *= 1e200;
        d *= 1e200;
        d -= d;
        System.out.println(d);
        System.out.println(
                Double.doubleToLongBits(Double.NaN)
                        + " "
                        + Float.floatToIntBits(0f / 0f)
                        + " "
                        + Double.doubleToRawLongBits(-0.0));
    }
}
