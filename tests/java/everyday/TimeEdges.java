// java.time: patterns, parsing strictly and leniently, zones and DST gaps and overlaps, periods,
// adjusters, week fields, other calendars, errors.
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.time.zone.*;
import java.util.*;

public class TimeEdges {
    static void t(String n, java.util.function.Supplier<?> c) {
        try {
            System.out.println(n + " " + c.get());
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        ZoneId ny = ZoneId.of("America/New_York"), ber = ZoneId.of("Europe/Berlin"),
               lh = ZoneId.of("Australia/Lord_Howe");
        System.out.println(LocalDateTime.of(2024, 3, 10, 2, 30).atZone(ny) + " "
                           + LocalDateTime.of(2024, 11, 3, 1, 30).atZone(ny) + " "
                           + LocalDateTime.of(2024, 11, 3, 1, 30).atZone(ny).withLaterOffsetAtOverlap());
        ZonedDateTime z = ZonedDateTime.of(2024, 3, 30, 2, 30, 0, 0, ber);
        System.out.println(z.plusDays(1) + " " + z.plusHours(24) + " " + Duration.between(z, z.plusDays(1)) + " "
                           + z.toInstant() + " " + z.withZoneSameInstant(lh) + " "
                           + z.withZoneSameLocal(ny).toOffsetDateTime());
        ZoneRules r = ber.getRules();
        System.out.println(r.getTransition(LocalDateTime.of(2024, 3, 31, 2, 15)) + " "
                           + r.nextTransition(Instant.EPOCH.plusSeconds(1700000000L)) + " "
                           + r.getValidOffsets(LocalDateTime.of(2024, 10, 27, 2, 1))
                           + r.isDaylightSavings(z.plusDays(9).toInstant())
                           + lh.getRules().getDaylightSavings(Instant.ofEpochSecond(1704067200)));
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d.plusYears(1) + " " + d.minusMonths(12) + " " + d.with(TemporalAdjusters.lastDayOfMonth())
                           + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY))
                           + d.with(TemporalAdjusters.next(DayOfWeek.THURSDAY))
                           + d.with(TemporalAdjusters.dayOfWeekInMonth(-1, DayOfWeek.FRIDAY))
                           + d.with(TemporalAdjusters.previousOrSame(DayOfWeek.THURSDAY)));
        System.out.println(Period.between(LocalDate.of(2020, 1, 31), d) + " "
                           + d.until(LocalDate.of(2030, 1, 1), ChronoUnit.WEEKS) + " "
                           + ChronoUnit.DECADES.between(d, LocalDate.of(2055, 1, 1)) + " "
                           + Period.parse("P1Y2M3W4D").normalized() + " " + Period.of(1, 15, -3).toTotalMonths()
                           + d.isLeapYear() + d.lengthOfYear());
        System.out.println(
            Duration.ofSeconds(-1, 5) + " " + Duration.parse("PT-6H+3M-0.5S") + " "
            + Duration.ofMillis(123456789).toHoursPart() + " " + Duration.ofDays(2).dividedBy(Duration.ofHours(5)) + " "
            + Duration.ofSeconds(3661, 1000).truncatedTo(ChronoUnit.MINUTES) + " " + Duration.ZERO.minusNanos(1));
        DateTimeFormatter f =
            DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu G 'at' hh:mm:ss.SSS a B VV xxx zzz Q w e D", Locale.US);
        System.out.println(
            f.format(z.withNano(123456789)) + " | "
            + DateTimeFormatter.ofPattern("yy-M-d'T'H:m LLLL ccc", Locale.FRANCE).format(z) + " | "
            + DateTimeFormatter.RFC_1123_DATE_TIME.format(z) + " | " + DateTimeFormatter.ISO_WEEK_DATE.format(d) + " | "
            + DateTimeFormatter.ISO_ORDINAL_DATE.format(d) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(d));
        for (FormatStyle s : FormatStyle.values())
            System.out.print(
                DateTimeFormatter.ofLocalizedDate(s).withLocale(Locale.GERMANY).format(d) + "; "
                + (s.ordinal() > 1 ? DateTimeFormatter.ofLocalizedTime(s).withLocale(Locale.UK).format(z) : "") + "; ");
        System.out.println();
        t("p1", () -> LocalDate.parse("2023-02-29"));
        t("p2", () -> LocalDate.parse("31/12/99", DateTimeFormatter.ofPattern("dd/MM/yy")));
        t("p3",
            ()
                -> LocalTime.parse(
                    "24:00", DateTimeFormatter.ofPattern("HH:mm").withResolverStyle(ResolverStyle.LENIENT)));
        t("p4",
            ()
                -> LocalDate.parse(
                    "2023-02-30", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.SMART)));
        t("p5", () -> LocalDate.parse("2023-02-30", DateTimeFormatter.ISO_DATE));
        t("p6", () -> LocalDateTime.parse("2024-01-01 10:00"));
        t("p7", () -> Instant.parse("2024-06-30T23:59:60Z"));
        t("p8", () -> OffsetDateTime.parse("2024-01-01T00:00:00.000000001-18:00"));
        t("p9", () -> ZonedDateTime.parse("2024-07-01T12:00+02:00[Europe/Paris]"));
        t("p10",
            ()
                -> new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern("dMMM")
                    .optionalStart()
                    .appendPattern("uuuu")
                    .optionalEnd()
                    .parseDefaulting(ChronoField.YEAR, 1999)
                    .toFormatter(Locale.ENGLISH)
                    .parse("3JAN", LocalDate::from));
        t("p11", () -> DateTimeFormatter.ofPattern("qqqqqqq"));
        t("e1", () -> LocalDate.of(2024, 13, 1));
        t("e2", () -> d.get(ChronoField.HOUR_OF_DAY));
        t("e3", () -> LocalDate.MAX.plusDays(1));
        t("e4", () -> ZoneId.of("Mars/X"));
        t("e5", () -> Instant.now().get(ChronoField.YEAR));
        t("e6", () -> LocalTime.of(25, 0));
        t("e7", () -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1));
        t("e8", () -> ZoneOffset.of("+19:00"));
        t("e9", () -> DateTimeFormatter.ISO_INSTANT.format(d));
        System.out.println(d.get(WeekFields.ISO.weekOfWeekBasedYear()) + " "
                           + d.get(WeekFields.of(Locale.US).weekOfYear()) + " " + d.get(IsoFields.QUARTER_OF_YEAR)
                           + d.getLong(JulianFields.MODIFIED_JULIAN_DAY) + " " + d.range(ChronoField.DAY_OF_MONTH)
                           + d.with(IsoFields.DAY_OF_QUARTER, 1) + " " + YearWeek());
        System.out.println(
            JapaneseDate.from(d) + " " + ThaiBuddhistDate.from(d) + " " + MinguoDate.from(d) + " " + HijrahDate.from(d)
            + " " + Chronology.of("Hijrah-umalqura").dateNow(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).lengthOfMonth()
            + " " + IsoEra.BCE + YearMonth.of(2023, 2).atEndOfMonth() + MonthDay.of(2, 29).atYear(2023)
            + Year.of(1900).isLeap());
        Clock c = Clock.offset(Clock.fixed(Instant.ofEpochSecond(1_000_000_000), ny), Duration.ofDays(1));
        System.out.println(LocalDateTime.now(c) + " " + Clock.tickMinutes(ny).getZone() + " " + Instant.ofEpochMilli(-1)
                           + " " + Instant.ofEpochSecond(0, 999_999_999).plusNanos(2).truncatedTo(ChronoUnit.MILLIS)
                           + " " + OffsetTime.of(1, 2, 3, 0, ZoneOffset.ofHoursMinutes(-3, -30))
                           + DayOfWeek.MONDAY.minus(8).getDisplayName(TextStyle.SHORT, Locale.JAPAN)
                           + Month.MAY.getDisplayName(TextStyle.FULL_STANDALONE, Locale.forLanguageTag("ru")));
        GregorianCalendar g = GregorianCalendar.from(z);
        g.add(Calendar.MONTH, -1);
        g.roll(Calendar.DAY_OF_MONTH, 5);
        System.out.println(g.toZonedDateTime() + " " + g.getActualMaximum(Calendar.WEEK_OF_YEAR) + " "
                           + g.get(Calendar.DAY_OF_WEEK_IN_MONTH) + " " + new Date(0).toInstant()
                           + new GregorianCalendar(1582, 9, 4).toZonedDateTime().toLocalDate());
        java.text.SimpleDateFormat sf =
            new java.text.SimpleDateFormat("EEE, d MMM yyyy HH:mm:ss Z XXX u W F", Locale.US);
        sf.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata"));
        System.out.println(sf.format(new Date(1e12 > 0 ? 1000000000000L : 0)) + " "
                           + TimeZone.getTimeZone("GMT-3:15").getRawOffset() + TimeZone.getTimeZone("Nope").getID());
    }
    static String YearWeek() {
        StringBuilder b = new StringBuilder();
        for (int y = 2018; y < 2024; y++)
            b.append(LocalDate.of(y, 12, 31).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR))
                .append(LocalDate.of(y, 1, 1).format(DateTimeFormatter.ofPattern("YYYY-'W'ww", Locale.UK)))
                .append(' ');
        return b.toString();
    }
}
