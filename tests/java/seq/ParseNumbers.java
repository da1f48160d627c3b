// Parsing and printing numbers in all radixes, and the texts of the errors.
public class ParseNumbers {
    public static void main(String[] args) {
        String[] in = {
            "0",
            "-0",
            "+7",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "",
            "-",
            "+",
            " 1",
            "1 ",
            "0x10",
            "1_000",
            "\u0661\u0662",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "abc",
            "1.0",
            null
        };
        for (String s : in) {
            try {
                System.out.print(Integer.parseInt(s));
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage());
            }
            System.out.print(" | ");
            try {
                System.out.print(Long.parseLong(s));
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage());
            }
            System.out.print(" | ");
            try {
                System.out.print(Byte.parseByte(s));
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage());
            }
            System.out.print(" | ");
            try {
                System.out.print(Integer.decode(s));
            } catch (NumberFormatException | NullPointerException e) {
                System.out.print(e.getClass().getSimpleName());
            }
            System.out.print(" | ");
            try {
                System.out.print(Double.parseDouble(s));
            } catch (NumberFormatException | NullPointerException e) {
                System.out.print(e.getMessage());
            }
            System.out.println();
        }
        for (int r : new int[] {2, 3, 8, 10, 16, 35, 36, 37})
            System.out.println(
                    Integer.toString(-123456, r)
                            + " "
                            + Long.toString(Long.MIN_VALUE, r)
                            + " "
                            + (r <= 36
                                    ? Integer.parseInt("-101", r)
                                            + " "
                                            + Long.parseLong("1010101", r)
                                            + " "
                                            + Integer.parseUnsignedInt("11", r)
                                    : ""));
        try {
            Integer.parseInt("19", 8);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("1", 40);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseUnsignedInt("-1");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        String[] dbl = {
            "1e400",
            "-1e-400",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "0x1.8p1",
            "NaN",
            "-Infinity",
            "1e",
            ".5",
            "5.",
            ".",
            "1d",
            "1f",
            "1L",
            "  7.25  ",
            "0.1e-0",
            "123456789012345678901234567890",
            "9007199254740993",
            "1.7976931348623159e308",
            "2.2250738585072011e-308",
            "1e23",
            "8.41e21"
        };
        for (String s : dbl) {
            try {
                System.out.print(s + " -> " + Double.parseDouble(s) + " " + Float.parseFloat(s));
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage());
            }
            System.out.println();
        }
        System.out.println(
                Boolean.parseBoolean("TRUE")
                        + " "
                        + Boolean.parseBoolean("yes")
                        + " "
                        + Integer.valueOf("0012")
                        + " "
                        + Long.decode("#ff")
                        + " "
                        + Integer.decode("-0x80000000")
                        + " "
                        + Integer.decode("017")
                        + " "
                        + Short.decode("-32768")
                        + " "
                        + Integer.parseInt("a1b2", 1, 2, 16)
                        + " "
                        + Long.parseUnsignedLong("ffffffffffffffff", 16)
                        + " "
                        + Integer.getInteger("no.such", 5));
    }
}
