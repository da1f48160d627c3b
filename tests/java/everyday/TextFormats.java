// DecimalFormat, NumberFormat, MessageFormat, ChoiceFormat, Collator, BreakIterator, Normalizer, compact numbers, currencies, over locales.
import java.text.*;
import java.math.*;
import java.util.*;

public class TextFormats {
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Exception e) { System.out.println(n + " " + e.getClass().getSimpleName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        DecimalFormatSymbols us = DecimalFormatSymbols.getInstance(Locale.US);
        for (String p : new String[] {"#,##0.00", "0.###E0", "##0.##E0", "00000", "#.##%", "#,##,##0.0",
                 "\u00a4#,##0.00;(\u00a4#,##0.00)", "0.00\u2030", "'#'#", "#", "0.0#;neg0.0", "#.", ".00"}) {
            StringBuilder b = new StringBuilder(p + ":");
            for (double d :
                new double[] {0, 1234567.891, -0.5, 2.5, 1e-7, 12345, Double.NaN, Double.NEGATIVE_INFINITY, -0.0})
                b.append(' ').append(new DecimalFormat(p, us).format(d));
            System.out.println(b);
        }
        for (RoundingMode m : RoundingMode.values())
            if (m != RoundingMode.UNNECESSARY) {
                DecimalFormat f = new DecimalFormat("0.0", us);
                f.setRoundingMode(m);
                System.out.print(m + " " + f.format(0.25) + f.format(-0.35) + f.format(new BigDecimal("1.15")) + " ");
            }
        System.out.println();
        for (Locale l : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.forLanguageTag("de-CH"),
                 Locale.JAPAN, Locale.forLanguageTag("en-IN"), Locale.forLanguageTag("pl"), Locale.forLanguageTag("ar"),
                 Locale.forLanguageTag("th-TH-u-nu-thai")})
            System.out.println(
                l + " " + esc(NumberFormat.getInstance(l).format(-1234567.895)) + " "
                + esc(NumberFormat.getCurrencyInstance(l).format(1234.5)) + " "
                + esc(NumberFormat.getPercentInstance(l).format(0.256)) + " "
                + esc(NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.LONG).format(1_250_000)) + " "
                + l.getDisplayLanguage(Locale.ENGLISH) + " " + esc(l.getDisplayName(l)) + " "
                + esc(DateFormat.getDateInstance(DateFormat.LONG, l).format(new Date(0))));
        t("parse", () -> new DecimalFormat("#,##0.0", us).parse("1,234.56xyz"));
        t("parse", () -> NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5"));
        t("parsebad", () -> NumberFormat.getInstance(Locale.US).parse("abc"));
        t("big", () -> {
            DecimalFormat f = new DecimalFormat("#", us);
            f.setParseBigDecimal(true);
            return f.parse("123456789012345678901234567890.5");
        });
        ParsePosition pp = new ParsePosition(2);
        System.out.println(new DecimalFormat("#", us).parse("ab77c", pp) + " " + pp);
        System.out.println(MessageFormat.format(
            "It''s {0}, {1,number,#.#}, {2,date,yyyy}, {1,number,percent} {3}, '{0}' {1,choice,0#none|1#one|1<many {1}}",
            "x", 3.75, new Date(86400000L * 366), null));
        t("mfbad", () -> MessageFormat.format("{0", 1));
        t("mfbad", () -> MessageFormat.format("{x}", 1));
        t("mfp",
            ()
                -> Arrays.toString(
                    new MessageFormat("{0} has {1,number,integer} of {2}", Locale.US).parse("Bob has 1,200 of all")));
        ChoiceFormat cf = new ChoiceFormat("-1#neg|0#zero|1#one|1.0<more|"
                                           + "\u221e<inf");
        for (double d : new double[] {-5, -1, -0.5, 0, 0.99, 1, 1.01, Double.POSITIVE_INFINITY, Double.NaN})
            System.out.print(cf.format(d) + " ");
        System.out.println(cf.toPattern() + ChoiceFormat.nextDouble(1.0));
        Collator co = Collator.getInstance(Locale.FRENCH);
        List<String> ws = new ArrayList<>(List.of(
            "cot\u00e9", "cote", "c\u00f4t\u00e9", "c\u00f4te", "Cote", "zebra", "\u00e9t\u00e9", "ete", "a-b", "ab"));
        ws.sort(co);
        System.out.println(esc(ws + ""));
        co.setStrength(Collator.PRIMARY);
        System.out.println(co.compare("cote", "C\u00d4T\u00c9") + " " + co.equals("a", "b")
                           + new RuleBasedCollator("< c < b < a").compare("a", "b")
                           + Arrays.toString(Collator.getInstance(Locale.US).getCollationKey("ab").toByteArray()));
        for (BreakIterator bi :
            new BreakIterator[] {BreakIterator.getWordInstance(Locale.US), BreakIterator.getSentenceInstance(Locale.US),
                BreakIterator.getLineInstance(Locale.US), BreakIterator.getCharacterInstance(Locale.US)}) {
            bi.setText("Hello, Mr. Smith's  world! It's 3.14 e\u0301x. Ok?");
            StringBuilder b = new StringBuilder();
            for (int i = bi.first(); i != BreakIterator.DONE; i = bi.next()) b.append(i).append(' ');
            System.out.println(b + "| " + bi.preceding(10) + bi.following(10) + bi.isBoundary(5));
        }
        String comp = "\u00c5\ufb01\u1e9b\u0323\u2460\uac00\u212b";
        for (Normalizer.Form f : Normalizer.Form.values())
            System.out.println(f + " " + esc(Normalizer.normalize(comp, f)) + Normalizer.isNormalized(comp, f));
        System.out.println(
            Currency.getInstance(Locale.JAPAN) + "" + Currency.getInstance("EUR").getDefaultFractionDigits()
            + Currency.getInstance("CHF").getDisplayName(Locale.ENGLISH)
            + Currency.getInstance("USD").getSymbol(Locale.CANADA) + " "
            + Locale.forLanguageTag("zh-Hant-TW-u-ca-roc").getUnicodeLocaleType("ca")
            + Locale.forLanguageTag("zh-Hant-TW").getDisplayScript(Locale.US) + Locale.ROOT.toLanguageTag()
            + Locale.lookup(Locale.LanguageRange.parse("de-AT,en;q=0.5"), List.of(Locale.ENGLISH, Locale.GERMAN))
            + new Locale("no", "NO", "NY").toLanguageTag() + Locale.US.getISO3Country());
        AttributedString as = new AttributedString("styled text");
        as.addAttribute(java.awt_font(), "bold", 0, 6);
        AttributedCharacterIterator it = as.getIterator();
        System.out.println(it.getRunLimit() + " " + it.getAllAttributeKeys().size());
        StringCharacterIterator sci = new StringCharacterIterator("xyz", 1);
        System.out.println(
            sci.current() + "" + sci.next() + sci.next() + (int) CharacterIterator.DONE + sci.previous());
    }
    static class java {
        static AttributedCharacterIterator.Attribute awt_font() {
            return AttributedCharacterIterator.Attribute.LANGUAGE;
        }
        static class util {
            static class concurrent {
                interface Callable<T> {
                    T call() throws Exception;
                }
            }
        }
    }
    static String esc(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray())
            if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        return b.toString();
    }
}
