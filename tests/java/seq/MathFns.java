// Math and StrictMath: exact functions everywhere, the transcendental ones through StrictMath.
public class MathFns {
    public static void main(String[] args) {
        double[] v = {
            0.0,
            -0.0,
            0.5,
            -0.5,
            1,
            -1,
            1.5,
            2.5,
            -2.5,
            3.7,
            1e10,
            1e-10,
            -123.456,
            1e300,
            Double.MIN_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        for (double x : v) {
            System.out.println(
                    x
                            + ": "
                            + Math.abs(x)
                            + " "
                            + Math.floor(x)
                            + " "
                            + Math.ceil(x)
                            + " "
                            + Math.rint(x)
                            + " "
                            + Math.round(x)
                            + " "
                            + Math.round((float) x)
                            + " "
                            + Math.signum(x)
                            + " "
                            + Math.sqrt(x)
                            + " "
                            + Math.ulp(x)
                            + " "
                            + Math.getExponent(x)
                            + " "
                            + Math.nextUp(x)
                            + " "
                            + Math.nextAfter(x, 0)
                            + " "
                            + Math.toRadians(x)
                            + " "
                            + Math.fma(x, 3.0, 0.1)
                            + " "
                            + Math.fma((float) x, 3f, .1f)
                            + " "
                            + Math.copySign(2, x)
                            + " "
                            + Math.scalb(x, 3)
                            + " "
                            + Math.IEEEremainder(x, 0.7));
            System.out.println(
                    StrictMath.sin(x)
                            + " "
                            + StrictMath.cos(x)
                            + " "
                            + StrictMath.tan(x)
                            + " "
                            + StrictMath.asin(x)
                            + " "
                            + StrictMath.acos(x)
                            + " "
                            + StrictMath.atan(x)
                            + " "
                            + StrictMath.exp(x)
                            + " "
                            + StrictMath.log(x)
                            + " "
                            + StrictMath.log10(x)
                            + " "
                            + StrictMath.cbrt(x)
                            + " "
                            + StrictMath.sinh(x)
                            + " "
                            + StrictMath.cosh(x)
                            + " "
                            + StrictMath.tanh(x)
                            + " "
                            + StrictMath.expm1(x)
                            + " "
                            + StrictMath.log1p(x));
            for (double y : new double[] {0, 0.5, -2, 3, Double.NaN, Double.POSITIVE_INFINITY})
                System.out.print(
                        StrictMath.pow(x, y)
                                + " "
                                + StrictMath.atan2(x, y)
                                + " "
                                + StrictMath.hypot(x, y)
                                + " "
                                + Math.max(x, y)
                                + " "
                                + Math.min(x, y)
                                + ", ");
            System.out.println();
        }
        System.out.println(
                Math.floorMod(-7, 3)
                        + " "
                        + Math.floorMod(7L, -3)
                        + " "
                        + Math.floorDiv(-7L, 2)
                        + " "
                        + Math.abs(Integer.MIN_VALUE)
                        + " "
                        + Math.negateExact(5)
                        + " "
                        + Math.multiplyFull(1 << 30, 8));
        for (Runnable r :
                new Runnable[] {
                    () -> Math.incrementExact(Integer.MAX_VALUE),
                    () -> Math.negateExact(Long.MIN_VALUE),
                    () -> Math.multiplyExact(1 << 20, 1 << 20),
                    () -> Math.absExact(Integer.MIN_VALUE),
                    () -> Math.subtractExact(Long.MIN_VALUE, 1L),
                    () -> Math.floorMod(1, 0)
                }) {
            try {
                r.run();
            } catch (ArithmeticException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(
                Math.sin(0)
                        + " "
                        + Math.cos(0)
                        + " "
                        + Math.exp(0)
                        + " "
                        + Math.log(1)
                        + " "
                        + Math.pow(2, 10)
                        + " "
                        + Math.pow(2, -1)
                        + " "
                        + Math.pow(9, 0.5)
                        + " "
                        + Math.pow(0, 0)
                        + " "
                        + Math.log10(1000)
                        + " "
                        + Math.atan2(0, -1)
                        + " "
                        + Math.hypot(3, 4)
                        + " "
                        + Math.cbrt(27)
                        + " "
                        + Math.sqrt(2)
                        + " "
                        + Math.pow(-8, 1.0 / 3)
                        + " "
                        + Math.pow(10, 15)
                        + " "
                        + Math.exp(1)
                        + " "
                        + Math.sin(Math.PI / 6)
                        + " "
                        + Math.tan(Math.PI / 4)
                        + " "
                        + Math.log(10));
    }
}
