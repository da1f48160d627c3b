// String.format: conversions, flags, widths, precision, rounding, errors; DecimalFormat,
// MessageFormat.
import java.text.*;
import java.util.*;

public class Formats {
    static void f(String p, Object... a) {
        try {
            System.out.println("[" + String.format(Locale.ROOT, p, a) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        f(
                "%d %5d %-5d| %05d %+d %,d %(d %x %X %o %#x",
                1, 2, 3, 4, 5, 1234567, -8, 255, 255, 8, 16);
        f("%d %x %d %x %d", Long.MIN_VALUE, Long.MIN_VALUE, (byte) -1, (byte) -1, (short) 7);
        f(
                "%f %.2f %10.3f %-10.1f| %e %.3E %g %a %,.2f %.0f",
                1.5, 2.345, 3.14159, 2.25, 12345.678, 0.00012, 0.0001, 1.0, 9876543.215, 2.5);
        f("%f %f %5.1f %e", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0);
        f(
                "%s %10s %-10s| %.3s %S %c %C %b %B %h %n%%",
                "str", "right", "left", "truncate", "up", 'c', 'd', true, null, "hash");
        f("%2$s %1$s %<s %s %s", "a", "b");
        f("%s %s %s", null, List.of(1, 2), new int[0].length);
        f("%08.3f|%+,10d|% d|%#o", 3.14159, 123456, 42, 8);
        for (String bad : new String[] {"%d", "%q", "%5", "%-d", "%,s", "%.2d", "%1$", "%c"})
            f(bad, "text");
        f("%d");
        f("%c", 0x1F600);
        f("%tY-%<tm-%<td %<tH:%<tM", new GregorianCalendar(2024, Calendar.MARCH, 9, 13, 5));
        System.out.printf("%s=%d%n", "k", 5);
        System.out.println(
                new Formatter(Locale.ROOT).format("%5.1f%%", 99.55)
                        + " "
                        + "%s".formatted(1.0f)
                        + " "
                        + String.format(
                                "%s",
                                new Object() {
                                    @Override
                                    public String toString() {
                                        return "ts";
                                    }
                                }));
        DecimalFormat df =
                new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.ROOT));
        System.out.println(
                df.format(1234567.891)
                        + " "
                        + df.format(-5)
                        + " "
                        + df.format(0.005)
                        + " "
                        + df.format(0.015)
                        + " "
                        + new DecimalFormat(
                                        "0.###E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                .format(12345));
        System.out.println(MessageFormat.format("{0} has {1} of {2} '{'x'}'", "a", 3, "b"));
        f("%.15f %.20f %.1f %.1f %.1f %.2f", 0.1, 0.1, 0.25, 0.35, 0.05, 1.005);
        f(
                "%b %b %b %d",
                "false", null, 0, new java.math.BigInteger("123456789012345678901234567890"));
    }
}
