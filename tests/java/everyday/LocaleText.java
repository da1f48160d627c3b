// Numbers, currencies, percentages and dates by locale; compact numbers; display names; collation;
// break iterators; message formats.
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;

public class LocaleText {
    public static void main(String[] args) throws Exception {
        for (Locale l :
                new Locale[] {
                    Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN, new Locale("hi", "IN")
                }) {
            System.out.println(
                    l
                            + " "
                            + NumberFormat.getInstance(l).format(1234567.891)
                            + " "
                            + NumberFormat.getCurrencyInstance(l).format(-42.5)
                            + " "
                            + NumberFormat.getPercentInstance(l).format(0.256)
                            + " "
                            + l.getDisplayLanguage(Locale.US)
                            + " "
                            + l.getDisplayCountry(l));
            System.out.println(
                    DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL)
                                    .withLocale(l)
                                    .format(LocalDate.of(2024, 3, 1))
                            + " "
                            + DayOfWeek.MONDAY.getDisplayName(java.time.format.TextStyle.SHORT, l)
                            + " "
                            + Currency.getInstance(l).getSymbol(l));
        }
        System.out.println(
                NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT)
                                .format(1_250_000)
                        + " "
                        + NumberFormat.getCompactNumberInstance(
                                        Locale.GERMANY, NumberFormat.Style.LONG)
                                .format(3_000));
        System.out.println(
                NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5")
                        + " "
                        + new DecimalFormat(
                                        "#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.US))
                                .format(-1234.567)
                        + " "
                        + new DecimalFormat(
                                        "0.###E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                .format(12345));
        System.out.println(
                MessageFormat.format(
                        "{0} has {1,number,integer} {1,choice,0#files|1#file|1<files}"
                            + " {2,date,yyyy}",
                        "disk", 1273, new Date(0)));
        Collator c = Collator.getInstance(Locale.FRANCE);
        c.setStrength(Collator.PRIMARY);
        System.out.println(c.compare("cote", "côté") + " " + "cote".compareTo("côté"));
        String[] w = {"zèbre", "Étude", "eau"};
        Arrays.sort(w, Collator.getInstance(Locale.FRANCE));
        System.out.println(Arrays.toString(w));
        BreakIterator b = BreakIterator.getWordInstance(Locale.US);
        b.setText("Hello, big world.");
        int s = b.first();
        for (int e = b.next(); e != BreakIterator.DONE; s = e, e = b.next())
            System.out.print("[" + "Hello, big world.".substring(s, e) + "]");
        System.out.println();
        BreakIterator q = BreakIterator.getSentenceInstance(Locale.US);
        q.setText("One. Two? Three!");
        int n = 0;
        while (q.next() != BreakIterator.DONE) n++;
        System.out.println(n);
        System.out.println(
                Locale.forLanguageTag("zh-Hant-TW").getDisplayName(Locale.US)
                        + " "
                        + "ISTANBUL".toLowerCase(new Locale("tr"))
                        + " "
                        + "straße".toUpperCase()
                        + " "
                        + String.format(
                                Locale.FRANCE, "%,.2f|%tA", 1234.5, LocalDate.of(2024, 1, 1)));
        System.out.println(
                new SimpleDateFormat("EEE, d MMM yyyy", Locale.US)
                                .format(
                                        new GregorianCalendar(2024, Calendar.FEBRUARY, 29)
                                                .getTime())
                        + " "
                        + new ChoiceFormat("0#none|1#one|2#many").format(5)
                        + " "
                        + Normalizer.normalize("é", Normalizer.Form.NFD).length()
                        + " "
                        + Character.getName('é')
                        + " "
                        + Character.UnicodeScript.of('я'));
    }
}
