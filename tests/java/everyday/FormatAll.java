// String.format: every conversion, flags, widths, indices, errors, locales.
import java.math.*;
import java.util.*;

public class FormatAll {
    static void f(String p, Object... a) {
        try {
            System.out.println("|" + String.format(Locale.ROOT, p, a) + "|");
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        f(
                "%d %5d %-5d| %05d %+d %,d %(d % d %x %X %#x %o %#o",
                1, 2, 3, 4, 5, 1234567, -8, 9, 255, 255, 255, 8, 8);
        f(
                "%f %.2f %10.3f %-10.1f| %e %.3E %g %a %+.1f %(.2f %,.2f",
                1.5,
                2.005,
                Math.PI,
                9.99,
                12345.678,
                0.00012,
                0.0001,
                1.0,
                3.14,
                -2.5,
                1234567.891);
        f(
                "%s %10s %-10s| %.2s %S %c %C %b %B %n%% %h",
                "str", "right", "left", "cut", "up", 'c', 'd', true, null, "hash");
        f("%2$s %1$s %<s %s", "a", "b");
        f(
                "%x %d %,d %o",
                new BigInteger("123456789012345678901234567890"),
                new BigInteger("-99999999999999999999"),
                new BigInteger("1000000000000"),
                BigInteger.TEN);
        f(
                "%.3f %10.2e %s",
                new BigDecimal("1.23456789"), new BigDecimal("12345.6789"), new BigDecimal("1E+3"));
        f("%x %x %x %d", (byte) -1, (short) -1, -1L, (byte) -1);
        f("%f %f %f %e %g", Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, 0.0);
        f(
                "%tY-%<tm-%<td %<tH:%<tM:%<tS %<tB %<tA %<tj %<tp",
                new GregorianCalendar(2024, Calendar.FEBRUARY, 29, 13, 5, 9));
        f("%tF %<tD %<ta %<tb", java.time.LocalDate.of(1999, 12, 31));
        for (String bad :
                new String[] {
                    "%q", "%d", "%-d", "%.2d", "%5", "%,x", "%+s", "%c", "%2$s", "%#d", "%05s"
                }) f(bad, "x");
        f("%d", 1.5);
        f("%c", 0x1F600);
        f("%s", (Object) null);
        f("%s %s", new int[0].length, List.of(1));
        System.out.println(
                String.format(Locale.GERMANY, "%,.2f", 1234567.891)
                        + " "
                        + String.format(Locale.FRANCE, "%.1f", 0.5)
                        + " "
                        + "%s-%s".formatted(1, 2));
        Formatter fm = new Formatter(new StringBuilder("pre:"), Locale.US);
        fm.format("%08.3f", -3.14159)
                .format(
                        "%s",
                        new Formattable() {
                            public void formatTo(Formatter x, int fl, int w, int p) {
                                x.format("F%d", fl);
                            }
                        });
        System.out.println(fm);
    }
}
