// String methods, with the errors they raise.
import java.util.Arrays;

public class Strings {
    public static void main(String[] args) throws Exception {
        String s = "Hello, World";
        System.out.println(
                s.indexOf('o')
                        + " "
                        + s.indexOf('o', 5)
                        + " "
                        + s.lastIndexOf('o')
                        + " "
                        + s.indexOf("World")
                        + " "
                        + s.indexOf("")
                        + " "
                        + s.lastIndexOf("l", 5)
                        + " "
                        + s.indexOf("xyz")
                        + " "
                        + s.charAt(4)
                        + " "
                        + s.codePointAt(1));
        System.out.println(
                s.substring(7)
                        + s.substring(0, 5)
                        + s.replace('l', 'L')
                        + s.replace("l", "<>")
                        + s.replaceAll("[aeiou]", "*")
                        + s.replaceFirst("o", "0")
                        + s.toUpperCase()
                        + s.concat("!")
                        + s.contains("lo,")
                        + s.startsWith("He")
                        + s.endsWith("ld")
                        + s.startsWith("lo", 3));
        System.out.println(
                Arrays.toString("a,b,,c,,".split(","))
                        + Arrays.toString("a,b,,c,,".split(",", -1))
                        + Arrays.toString("a,b,,c".split(",", 2))
                        + Arrays.toString("".split(","))
                        + Arrays.toString("a1b22c".split("\\d+"))
                        + Arrays.toString("x.y".split("."))
                        + Arrays.toString("boo:and:foo".split("o")));
        System.out.println(
                "["
                        + "  trim\t".trim()
                        + "]["
                        + "\u2003 strip ".strip()
                        + "]["
                        + " l".stripLeading()
                        + "]["
                        + "t ".stripTrailing()
                        + "]"
                        + " ".isBlank()
                        + "".isEmpty()
                        + "ab".repeat(3)
                        + "a\nb\r\nc".lines().count()
                        + "x".compareTo("xyz")
                        + "b".compareTo("a")
                        + "A".compareToIgnoreCase("b")
                        + "ABC".equalsIgnoreCase("abc"));
        System.out.println(
                "a\n  b\n".indent(2)
                        + "|"
                        + "  x\n    y".stripIndent()
                        + "|"
                        + "a\\tb\\n\\u0041".length()
                        + "q\\tw".translateEscapes()
                        + "%d-%s".formatted(1, "z")
                        + "abc".chars().sum()
                        + "x".transform(v -> v + v));
        System.out.println(
                String.valueOf((Object) null)
                        + String.valueOf(3.0f)
                        + String.copyValueOf(new char[] {'a', 'b'})
                        + new String(new char[] {'q', 'r', 's'}, 1, 2)
                        + new String(new int[] {0x1F600, 65}, 0, 2)
                        + String.join("/", Arrays.asList("a", "b"))
                        + "a-b".matches("[a-z]-[a-z]")
                        + "abcabc".regionMatches(true, 3, "XABC", 1, 3));
        byte[] u = "h\u00e9\u4e2d\ud83d\ude00".getBytes("UTF-8");
        System.out.println(
                Arrays.toString(u)
                        + new String(u, "UTF-8").equals("h\u00e9\u4e2d\ud83d\ude00")
                        + Arrays.toString("h\u00e9\u4e2d".getBytes("ISO-8859-1"))
                        + Arrays.toString("\ud83d\ude00a".getBytes("UTF-16BE"))
                        + Arrays.toString("\ud800x".getBytes("UTF-8"))
                        + new String(new byte[] {(byte) 0xff, 65, (byte) 0xc3}, "UTF-8").length()
                        + Arrays.toString("\u00e9".getBytes("US-ASCII")));
        try {
            "x".getBytes("no-such");
        } catch (java.io.UnsupportedEncodingException e) {
            System.out.println(e);
        }
        String[] bad = {"substring", "charAt", "repeat", "codePointAt", "subSequence"};
        for (String b : bad) {
            try {
                switch (b) {
                    case "substring":
                        s.substring(20);
                        break;
                    case "charAt":
                        s.charAt(12);
                        break;
                    case "repeat":
                        s.repeat(-1);
                        break;
                    case "codePointAt":
                        s.codePointAt(-1);
                        break;
                    default:
                        s.subSequence(3, 1);
                }
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        System.out.println(
                "abc".hashCode()
                        + " "
                        + "".hashCode()
                        + " "
                        + "\u4e2d".hashCode()
                        + " "
                        + "Aa".hashCode()
                        + "BB".hashCode()
                        + " "
                        + ("x" + 1 == "x1")
                        + " "
                        + ("x" + args.length == "x0")
                        + " "
                        + ("x" + args.length).intern().equals("x0"));
        System.out.println(
                "\u00c4\u00df".toLowerCase()
                        + "\u00ff".toUpperCase().codePointAt(0)
                        + " "
                        + "mixed\u4e2d".indexOf('\u4e2d')
                        + "mixed\u4e2d".indexOf("d\u4e2d")
                        + "mixed\u4e2d".lastIndexOf("x")
                        + "latin".indexOf("\u4e2d")
                        + "mixed\u4e2d".substring(0, 5).equals("mixed")
                        + "a\u4e2d".replace('\u4e2d', 'b').equals("ab"));
        StringBuilder long1 = new StringBuilder();
        for (int i = 0; i < 300; i++) long1.append((char) ('a' + i % 26));
        String big = long1.toString();
        System.out.println(
                big.indexOf("xyzabc", 100)
                        + " "
                        + big.lastIndexOf("abc")
                        + " "
                        + big.equals(long1.toString())
                        + " "
                        + big.compareTo(big.substring(0, 299) + "z")
                        + " "
                        + big.hashCode());
    }
}
