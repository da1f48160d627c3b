// Double.toString and Float.toString. Only values on which JDK 17 and 19+ agree print the same on
// both.
public class DoubleText {
    public static void main(String[] args) {
        double[] d = {
            0,
            -0.0,
            1,
            -1,
            0.1,
            0.2,
            0.3,
            1.0 / 3,
            2.0 / 3,
            100,
            1e6,
            9999999,
            1e7,
            12345678,
            1.0E-3,
            9.99E-4,
            1.0E-4,
            123456.789,
            1e21,
            1e22,
            1e23,
            2e-3,
            Math.PI,
            Math.E,
            Double.MAX_VALUE,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            4.35,
            0.1 + 0.2,
            1e15 + 0.3,
            2.0E-323,
            5e-324 * 3,
            1.1e-5,
            9007199254740991.0,
            9007199254740992.0,
            1.7976931348623155E308,
            2.2250738585072011e-308,
            Double.NaN,
            1 / 0.0,
            -1 / 0.0,
            1.0E10,
            123e-7,
            5e-1,
            0.001,
            1234567.125,
            3.0e-5,
            2e23,
            8.41E21,
            2.0E-3,
            4.4501477170144023E-308
        };
        for (double x : d)
            System.out.println(
                    x
                            + " "
                            + (float) x
                            + " "
                            + Double.toHexString(x)
                            + " "
                            + Float.toHexString((float) x)
                            + " "
                            + Double.doubleToLongBits(x));
        long seed = 12345;
        for (int i = 0; i < 60; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double x = Double.longBitsToDouble(seed);
            System.out.println(
                    x
                            + " "
                            + Float.intBitsToFloat((int) (seed >>> 32))
                            + " "
                            + (seed >> 33) / 1000.0
                            + " "
                            + Double.toString(x).equals("" + x)
                            + " "
                            + (Double.parseDouble("" + x) == x));
        }
        for (int e = -10; e < 12; e++) System.out.print(Math.pow(10, e) + " ");
        System.out.println();
        System.out.println(
                Math.ulp(1.0)
                        + " "
                        + Math.nextUp(1.0f)
                        + " "
                        + Math.nextDown(0.0)
                        + " "
                        + Double.MIN_VALUE / 2
                        + " "
                        + Math.getExponent(1e-310)
                        + " "
                        + Math.scalb(1.5, 10));
    }
}
