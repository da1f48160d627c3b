// java.time: dates, times, zones, durations, periods, formatting, parsing, adjusters, calendars.
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class TimeDates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        LocalDateTime t = d.atTime(23, 59, 30, 123_000_000);
        System.out.println(
                d.plusYears(1)
                        + " "
                        + d.plusMonths(12).getDayOfWeek()
                        + " "
                        + d.isLeapYear()
                        + " "
                        + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY))
                        + " "
                        + d.with(TemporalAdjusters.lastDayOfYear())
                        + " "
                        + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR)
                        + " "
                        + d.get(IsoFields.QUARTER_OF_YEAR)
                        + " "
                        + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)
                        + " "
                        + d.toEpochDay()
                        + " "
                        + d.lengthOfMonth());
        System.out.println(
                t.plusSeconds(45)
                        + " "
                        + t.truncatedTo(ChronoUnit.HOURS)
                        + " "
                        + t.toLocalTime().minusHours(30)
                        + " "
                        + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1))
                        + " "
                        + Period.between(LocalDate.of(2020, 5, 20), d)
                        + " "
                        + Duration.between(t, t.plusDays(2).plusMinutes(3))
                        + " "
                        + Duration.ofMillis(-1500)
                        + " "
                        + Duration.parse("PT1H2M3.5S").toMillis()
                        + " "
                        + Period.parse("P1Y2M3D").toTotalMonths());
        ZonedDateTime z = t.atZone(ZoneId.of("Europe/Paris"));
        System.out.println(
                z
                        + " "
                        + z.withZoneSameInstant(ZoneId.of("America/New_York"))
                        + " "
                        + z.toInstant()
                        + " "
                        + z.plusMonths(2).getOffset()
                        + " "
                        + ZonedDateTime.of(2024, 3, 31, 2, 30, 0, 0, ZoneId.of("Europe/Paris"))
                        + " "
                        + ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Paris"))
                                .plusHours(1));
        System.out.println(
                Instant.ofEpochSecond(1_700_000_000L, 5)
                        + " "
                        + Instant.EPOCH.plus(1, ChronoUnit.DAYS)
                        + " "
                        + Instant.parse("2024-01-01T00:00:00Z").toEpochMilli()
                        + " "
                        + OffsetDateTime.parse("2024-05-05T10:00:00+02:00").toInstant()
                        + " "
                        + LocalTime.parse("10:15").plusMinutes(70)
                        + " "
                        + Year.of(1900).isLeap()
                        + YearMonth.of(2023, 2).atEndOfMonth()
                        + MonthDay.of(2, 29).isValidYear(2023));
        System.out.println(
                DateTimeFormatter.ofPattern("EEEE d MMMM uuuu HH:mm:ss.SSS a", Locale.US).format(t)
                        + " | "
                        + DateTimeFormatter.ofPattern("dd/MM/yy", Locale.ROOT).format(d)
                        + " | "
                        + DateTimeFormatter.ISO_WEEK_DATE.format(d)
                        + " | "
                        + DateTimeFormatter.RFC_1123_DATE_TIME.format(z)
                        + " | "
                        + DateTimeFormatter.ISO_ORDINAL_DATE.format(d)
                        + " | "
                        + DateTimeFormatter.BASIC_ISO_DATE.format(d));
        System.out.println(
                LocalDate.parse("05.03.2021", DateTimeFormatter.ofPattern("dd.MM.yyyy"))
                        + " "
                        + LocalDateTime.parse(
                                "2021-03-05 01:02", DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm"))
                        + " "
                        + new DateTimeFormatterBuilder()
                                .appendPattern("yyyy[-MM]")
                                .parseDefaulting(ChronoField.MONTH_OF_YEAR, 7)
                                .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                                .toFormatter()
                                .parse("2020", LocalDate::from));
        for (Runnable r :
                new Runnable[] {
                    () -> LocalDate.of(2023, 2, 29),
                    () -> LocalDate.parse("2023-13-01"),
                    () -> LocalTime.of(24, 0),
                    () -> Duration.parse("x"),
                    () -> ZoneId.of("No/Where"),
                    () -> d.get(ChronoField.HOUR_OF_DAY)
                })
            try {
                r.run();
            } catch (DateTimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        System.out.println(
                JapaneseDate.of(2024, 2, 29)
                        + " "
                        + HijrahDate.from(d)
                        + " "
                        + ThaiBuddhistDate.from(d)
                        + " "
                        + MinguoDate.from(d)
                        + " "
                        + Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).instant()
                        + " "
                        + DayOfWeek.FRIDAY.plus(4)
                        + Month.of(12).plus(3)
                        + " "
                        + ChronoUnit.MONTHS.between(d, d.plusDays(400))
                        + " "
                        + d.datesUntil(d.plusDays(3)).toList()
                        + " "
                        + WeekFields.of(DayOfWeek.SUNDAY, 1).getFirstDayOfWeek());
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(86_400_000L * 365);
        c.add(Calendar.MONTH, 1);
        System.out.println(
                c.get(Calendar.YEAR)
                        + "/"
                        + c.get(Calendar.MONTH)
                        + "/"
                        + c.getActualMaximum(Calendar.DAY_OF_MONTH)
                        + " "
                        + new Date(0).toInstant()
                        + " "
                        + new java.text.SimpleDateFormat("yyyy-MM-dd'T'HH:mm z", Locale.US) {
                            {
                                setTimeZone(TimeZone.getTimeZone("GMT"));
                            }
                        }.format(new Date(1e12 > 0 ? 1_000_000_000_000L : 0)));
    }
}
