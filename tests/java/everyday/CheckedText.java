// Checks on text: Normalizer, Collator, Character classes, Unicode escapes, locale case,
// StringBuilder with surrogates.
import java.text.*;
import java.util.*;

public class CheckedText {
    public static void main(String[] args) throws Exception {
        for (Normalizer.Form f : Normalizer.Form.values())
            System.out.print(Normalizer.normalize("\u00e9\ufb01\u2460\uac00", f).length() + " ");
        System.out.println(Normalizer.isNormalized("e\u0301", Normalizer.Form.NFC));
        Collator c = Collator.getInstance(Locale.FRENCH);
        String[] w = {"cote", "c\u00f4te", "cot\u00e9", "Cote", "zebra", "\u00e9tat"};
        Arrays.sort(w, c);
        System.out.println(String.join(",", w));
        c.setStrength(Collator.PRIMARY);
        System.out.println(
                c.compare("cote", "C\u00d4T\u00c9")
                        + " "
                        + c.getCollationKey("a").compareTo(c.getCollationKey("b")));
        System.out.println(
                "\u0130\u0131I".toLowerCase(Locale.forLanguageTag("tr")).length()
                        + "\u1f80".toUpperCase().length()
                        + "\ufb03".toUpperCase()
                        + " "
                        + "\u00df".toUpperCase(Locale.GERMAN));
        for (char ch :
                new char[] {
                    'a', '9', '_', '$', ' ', '\t', '\u00a0', '\u2028', '\u0660', '\u00aa', '\u200b'
                })
            System.out.print(
                    (Character.isLetter(ch) ? 1 : 0)
                            + ""
                            + (Character.isDigit(ch) ? 1 : 0)
                            + (Character.isWhitespace(ch) ? 1 : 0)
                            + (Character.isSpaceChar(ch) ? 1 : 0)
                            + (Character.isJavaIdentifierPart(ch) ? 1 : 0)
                            + (Character.isISOControl(ch) ? 1 : 0)
                            + Character.getType(ch)
                            + " ");
        System.out.println();
        StringBuilder sb = new StringBuilder("a\ud83d\ude00b");
        sb.reverse();
        System.out.println(
                sb.codePointAt(1)
                        + " "
                        + sb.offsetByCodePoints(0, 2)
                        + new StringBuilder("x").appendCodePoint(0x10ffff).length());
        BreakIterator b = BreakIterator.getSentenceInstance(Locale.US);
        b.setText("One. Two? Three!");
        List<Integer> at = new ArrayList<>();
        for (int i = b.first(); i != BreakIterator.DONE; i = b.next()) at.add(i);
        System.out.println(at);
        StringCharacterIterator ci = new StringCharacterIterator("xyz");
        StringBuilder r = new StringBuilder();
        for (char ch = ci.last(); ch != CharacterIterator.DONE; ch = ci.previous()) r.append(ch);
        System.out.println(r);
        System.out.println(
                new SimpleDateFormat("yyyy/MM/dd", Locale.ROOT)
                                .format(
                                        new SimpleDateFormat("dd-MMM-yyyy", Locale.US)
                                                .parse("05-Mar-2020"))
                        + " "
                        + new MessageFormat("{0,date,yyyy} {1}", Locale.US).parse("2020 x").length
                        + " "
                        + new DecimalFormat("00.0#", DecimalFormatSymbols.getInstance(Locale.US))
                                .parse("12.345")
                        + new ParsePosition(3).getIndex());
        Locale l = new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build();
        System.out.println(
                l
                        + " "
                        + l.toLanguageTag()
                        + l.getDisplayLanguage(Locale.ENGLISH)
                        + Locale.lookup(
                                Locale.LanguageRange.parse("de-CH,en;q=0.5"),
                                List.of(Locale.ENGLISH, Locale.GERMAN))
                        + Locale.getISOCountries().length / 100);
    }
}
