// String.format: every conversion with flags, widths, argument indexes, locales, and every complaint it has.
import java.math.*;
import java.time.*;
import java.util.*;

public class FormatEdges {
    static class Shown implements Formattable {
        public void formatTo(Formatter f, int flags, int width, int precision) {
            f.format("<%d,%d,%d>", flags, width, precision);
        }
    }
    static String ascii(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray())
            if (c > 126) b.append(String.format("<%x>", (int) c));
            else b.append(c);
        return b.toString();
    }
    static void p(String f, Object... a) {
        try {
            System.out.println(f + " => [" + String.format(Locale.ROOT, f, a) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(f + " !! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        p("%d %5d %-5d| %05d %+d % d %(d %,d", 1, 2, 3, 4, 5, 6, -7, 1234567890L);
        p("%x %X %#x %o %#o %08x", 255, -1, 255L, (byte) -8, 8, (short) -2);
        p("%x %d %,(d %#o", new BigInteger("123456789012345678901234567890"), new BigInteger("-99"),
            new BigInteger("-1234567"), new BigInteger("77"));
        p("%f %.2f %10.3f %-10.1f| %+.0f %(.2f %,.2f %010.2f", 1.5, 2.345, Math.PI, Math.E, 2.5, -3.14159, 1e9, -1.5);
        p("%e %.3E %g %.3g %g %g %G", 12345.678, 0.00012, 1e-5, 1e10, 0.0001, 123456.0, 1e-10);
        p("%a %A %.2a %a %a %a", 1.0, -0.5, 3.14159, 0.0, Double.MIN_VALUE, Double.MAX_VALUE);
        p("%f %e %5.1f %g %a", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN,
            Double.NEGATIVE_INFINITY);
        p("%f %.1f %.20f %e %s %g", new BigDecimal("1.005"), new BigDecimal("0.05"), new BigDecimal("1e-15"),
            new BigDecimal("12345678901234567890"), new BigDecimal("1E+5"), new BigDecimal("0.1"));
        p("%s %10s %-10s| %.3s %S %s %s", "str", "right", "left", "truncate", "upper\u00df", null, List.of(1, 2));
        p("%c %C %c %c %5c %-3c|", 'a', 'b', 0x1F600, (byte) 65, 'x', 'y');
        p("%b %B %b %b %.2b %7b", true, "x", null, false, true, false);
        p("%h %H %h %h", "hello", "hello", null, 3.0);
        p("%n%%%5%|%-5%|".replace("%n", ""));
        p("%2$s %1$s %<s %s %s %3$s", "a", "b", "c");
        p("%s %S %#s %-12.3s %#S", new Shown(), new Shown(), new Shown(), new Shown(), new Shown());
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        c.setTimeInMillis(1234567890123L);
        p("%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tN %<tj %<te %<tk %<tl %<tI %<tp %<tZ %<tz %<ts %<tQ", c);
        p("%tA %<ta %<tB %<tb %<th %<tC %<ty %<tR %<tT %<tr %<tD %<tF %<tc %<Tc", c);
        p("%tF %<tT", LocalDateTime.of(2024, 2, 29, 23, 59, 58));
        p("%tT %<tN %<tL", LocalTime.of(1, 2, 3, 456789));
        p("%tZ %<tz %<ts", ZonedDateTime.of(2024, 7, 1, 12, 0, 0, 0, ZoneId.of("America/New_York")));
        p("%d", "x");
        p("%q");
        p("%-d", 3);
        p("%5.2d", 1);
        p("%s %s", 1);
        p("%-05d", 1);
        p("%+s", "x");
        p("%c", 0x110000);
        p("%#d", 2);
        p("%,x", 3);
        p("%.3c", 'x');
        p("%tX", c);
        p("%t", c);
        p("%-n");
        p("%5n");
        p("%+x", 5);
        p("%(o", -5);
        p("%++d", 1);
        p("%", 1);
        p("%1$", 2);
        p("%0$s", 1);
        p("%99999999999d", 1);
        p("%+x %(x % X", BigInteger.TEN, BigInteger.TEN.negate(), BigInteger.ONE);
        System.out.println(ascii(String.format(Locale.GERMANY, "%,.2f %,d %e %tA", 1234567.891, 9876543, 12.5, c)));
        System.out.println(ascii(String.format(Locale.FRANCE, "%,.2f %tB", 1234567.891, c)
                                 + String.format(Locale.forLanguageTag("hi-IN-u-nu-deva"), " %d %.1f", 1234, 5.5)));
        System.out.println(String.format(Locale.forLanguageTag("ar-EG"), "%,d", 1234567).codePoints().boxed().toList());
        System.out.println(
            "%s-%08.3f".formatted("inst", -3.14159) + new Formatter(new StringBuilder("pre:")).format("%d", 3));
    }
}
