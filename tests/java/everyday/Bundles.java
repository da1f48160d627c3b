// ResourceBundle: properties and class bundles, locale fallback, missing keys, MessageFormat,
// ChoiceFormat.
import java.text.*;
import java.util.*;

public class Bundles {
    public static class Cls extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"k", "class"}, {"n", 3}};
        }
    }

    public static class Cls_de extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"k", "Klasse"}};
        }
    }

    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        for (Locale l :
                new Locale[] {Locale.ROOT, Locale.FRENCH, Locale.CANADA_FRENCH, Locale.GERMANY}) {
            ResourceBundle b = ResourceBundle.getBundle("svc.Msgs", l);
            System.out.println(
                    l
                            + ": "
                            + b.getString("greeting")
                            + " "
                            + b.getString("only")
                            + " ["
                            + b.getLocale()
                            + "] "
                            + b.getBaseBundleName());
        }
        System.out.println(
                ResourceBundle.getBundle("Bundles$Cls", Locale.GERMAN).getString("k")
                        + ResourceBundle.getBundle("Bundles$Cls", Locale.GERMAN).getObject("n")
                        + ResourceBundle.getBundle("Bundles$Cls", Locale.CHINA).getString("k"));
        ResourceBundle b = ResourceBundle.getBundle("svc.Msgs");
        for (int i : new int[] {0, 1, 5})
            System.out.println(
                    new MessageFormat(b.getString("fmt"), Locale.US)
                            .format(new Object[] {"Ann", i}));
        try {
            b.getString("none");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " " + e.getKey());
        }
        try {
            ResourceBundle.getBundle("svc.No");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                new TreeSet<>(b.keySet())
                        + " "
                        + MessageFormat.format(
                                "{1} '{quoted}' {0,number,#.##} it''s {2}", 3.14159, "one", null)
                        + " "
                        + new ChoiceFormat("0#none|1#one|1<many {0}").format(7));
        NumberFormat c = NumberFormat.getCurrencyInstance(Locale.US),
                p = NumberFormat.getPercentInstance(Locale.US);
        System.out.println(
                c.format(-1234.5)
                        + " "
                        + p.format(0.256)
                        + " "
                        + NumberFormat.getInstance(Locale.GERMANY).format(1234567.891)
                        + " "
                        + new DecimalFormat(
                                        "#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.US))
                                .format(-9876.543)
                        + " "
                        + new DecimalFormat(
                                        "0.###E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                .format(12345)
                        + " "
                        + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT)
                                .format(12345)
                        + " "
                        + Currency.getInstance("EUR").getSymbol(Locale.FRANCE)
                        + Currency.getInstance(Locale.JAPAN).getDefaultFractionDigits());
        try {
            System.out.println(
                    NumberFormat.getInstance(Locale.US).parse("1,234.5xyz")
                            + " "
                            + new DecimalFormat("0").parse("abc"));
        } catch (ParseException e) {
            System.out.println(e.getMessage() + e.getErrorOffset());
        }
        BreakIterator bi = BreakIterator.getWordInstance(Locale.US);
        bi.setText("Hi, you there.");
        int n = 0;
        while (bi.next() != BreakIterator.DONE) n++;
        System.out.println(
                n
                        + " "
                        + Collator.getInstance(Locale.US).compare("a", "B")
                        + Locale.forLanguageTag("zh-Hant-TW").getDisplayName(Locale.ENGLISH));
    }
}
