// java.time and calendars with fixed values.
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.*;

public class Times {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 28);
        System.out.println(
                d.plusDays(2)
                        + " "
                        + d.isLeapYear()
                        + " "
                        + d.getDayOfWeek()
                        + " "
                        + d.withDayOfMonth(1).minusMonths(13)
                        + " "
                        + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1))
                        + " "
                        + d.format(DateTimeFormatter.ISO_DATE)
                        + " "
                        + d.getDayOfYear()
                        + " "
                        + Period.between(d, LocalDate.of(2025, 5, 3)));
        LocalDateTime t = LocalDateTime.of(2023, 12, 31, 23, 59, 59, 5_000_000);
        System.out.println(
                t.plusSeconds(1)
                        + " "
                        + t.truncatedTo(ChronoUnit.HOURS)
                        + " "
                        + t.toEpochSecond(ZoneOffset.UTC)
                        + " "
                        + Duration.between(t, t.plusHours(49).plusNanos(7))
                        + " "
                        + Duration.ofMillis(90061001).toMinutesPart()
                        + " "
                        + Instant.ofEpochSecond(1_700_000_000L, 5)
                        + " "
                        + LocalTime.parse("10:15").minusMinutes(616));
        System.out.println(
                t.format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS"))
                        + " "
                        + OffsetDateTime.of(t, ZoneOffset.ofHours(2)).toInstant()
                        + " "
                        + LocalDate.parse("2020-02-29").plusYears(1)
                        + " "
                        + Year.isLeap(1900)
                        + " "
                        + YearMonth.of(2023, 2).lengthOfMonth()
                        + " "
                        + DayOfWeek.MONDAY.plus(10)
                        + " "
                        + Month.JANUARY.minus(1));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.parse("2023-13-01");
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Duration.parse("PT1H30M").getSeconds()
                        + " "
                        + Duration.ofSeconds(-1, 500_000_000)
                        + " "
                        + Period.parse("P1Y2M3D").toTotalMonths()
                        + " "
                        + ZoneOffset.of("+05:30").getTotalSeconds());
        GregorianCalendar g = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        g.setTimeInMillis(0);
        g.add(Calendar.MONTH, 14);
        System.out.println(
                g.get(Calendar.YEAR)
                        + " "
                        + g.get(Calendar.MONTH)
                        + " "
                        + g.get(Calendar.DAY_OF_WEEK)
                        + " "
                        + g.getTimeInMillis()
                        + " "
                        + new Date(0).getTime());
        long a = System.currentTimeMillis(), b = System.nanoTime();
        System.out.println(
                (a > 1_600_000_000_000L)
                        + " "
                        + (System.nanoTime() >= b)
                        + " "
                        + (Instant.now().getEpochSecond() > 1_600_000_000L));
    }
}
