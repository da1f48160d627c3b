// Characters as numbers, escapes, Character's classification over planes.
public class CharArith {
    public static void main(String[] args) {
        char c = 'a';
        c++;
        c += 1;
        char d = (char) (c + 1);
        System.out.println(
                c
                        + d
                        + " "
                        + c
                        + d
                        + " "
                        + (char) (c + d)
                        + " "
                        + (c > d)
                        + " "
                        + (int) 'z'
                        + " "
                        + (char) 65
                        + ('b' - 'a'));
        System.out.println(
                (int) (char) -1
                        + " "
                        + (char) 0x263a
                        + " "
                        + '\u0041'
                        + " "
                        + '\101'
                        + " "
                        + (int) '\t'
                        + " "
                        + (short) '\uffff'
                        + " "
                        + (byte) '\u00ff');
        char[] cs = {'x', 'y'};
        System.out.println(cs);
        System.out.println("v" + String.valueOf(cs) + cs.length);
        cs[0]++;
        cs[1] -= 1;
        System.out.println(new String(cs) + (cs[0] + cs[1]));
        int[] points = {
            'a', 'Z', '5', ' ', '\n', '_', '$', 0xe9, 0x130, 0x1c5, 0x660, 0x4e2d, 0x1F600, 0x10400,
            0x10FFFF, 0xD800, 0x2028, 0xAD, 0x200B, 0xb2, 0x216B, 0
        };
        for (int p : points)
            System.out.println(
                    Integer.toHexString(p)
                            + " "
                            + Character.isLetter(p)
                            + Character.isDigit(p)
                            + Character.isLetterOrDigit(p)
                            + Character.isWhitespace(p)
                            + Character.isSpaceChar(p)
                            + Character.isUpperCase(p)
                            + Character.isLowerCase(p)
                            + Character.isTitleCase(p)
                            + Character.isJavaIdentifierStart(p)
                            + Character.isJavaIdentifierPart(p)
                            + Character.isISOControl(p)
                            + Character.isDefined(p)
                            + Character.isSurrogate((char) p)
                            + Character.isIdeographic(p)
                            + " "
                            + Character.getType(p)
                            + " "
                            + Integer.toHexString(Character.toUpperCase(p))
                            + " "
                            + Integer.toHexString(Character.toLowerCase(p))
                            + " "
                            + Integer.toHexString(Character.toTitleCase(p))
                            + " "
                            + Character.getNumericValue(p)
                            + " "
                            + Character.digit(p, 16)
                            + " "
                            + Character.getDirectionality(p)
                            + " "
                            + Character.charCount(p)
                            + " "
                            + Character.isMirrored(p));
        System.out.println(
                Character.forDigit(11, 16)
                        + " "
                        + Character.digit('z', 36)
                        + " "
                        + Character.toChars(0x1F600).length
                        + " "
                        + Character.toCodePoint('\ud83d', '\ude00')
                        + " "
                        + Character.getName('a')
                        + " "
                        + Character.UnicodeBlock.of('a')
                        + " "
                        + Character.UnicodeScript.of(0x4e2d));
        System.out.println(
                "stra\u00dfe".toUpperCase()
                        + " "
                        + "\u0130I".toLowerCase(java.util.Locale.ROOT).length()
                        + " "
                        + "\u03a3\u03a3".toLowerCase()
                        + " "
                        + "TITLE".toLowerCase(java.util.Locale.ENGLISH)
                        + " "
                        + "i".toUpperCase(new java.util.Locale("tr")).equals("\u0130"));
    }
}
