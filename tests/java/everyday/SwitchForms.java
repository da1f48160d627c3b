// Switches: strings with equal hashes, enums, chars, bytes, boxed values, fall through, yields,
// nested, missing cases, exceptions out of arms.
public class SwitchForms {
    enum Day {
        MON,
        TUE,
        WED,
        THU,
        FRI,
        SAT,
        SUN;

        boolean weekend() {
            return switch (this) {
                case SAT, SUN -> true;
                default -> false;
            };
        }
    }

    static String str(String s) {
        switch (s) {
            case "Aa":
                return "first";
            case "BB":
                return "second";
            case "AaAa":
            case "BBBB":
                return "pair";
            case "AaBB":
                s = "fall";
            case "":
                return s + "!";
            default:
                return "none";
        }
    }

    static int old(char c) {
        int r = 0;
        switch (c) {
            case 'a':
                r += 1;
            case 'b':
                r += 10;
                break;
            case 'z':
                r = 7;
            default:
                r += 100;
            case 'q':
                r += 1000;
        }
        return r;
    }

    static String boxed(Integer i) {
        return switch (i) {
            case 1, 2, 3 -> "small";
            case Integer.MAX_VALUE -> "max";
            case -1 -> throw new IllegalStateException("minus");
            default -> {
                if (i > 100) yield "big";
                for (int k = 0; ; k++) if (k * k > i) yield "sq" + k;
            }
        };
    }

    static int sparse(int i) {
        switch (i) {
            case Integer.MIN_VALUE:
                return 1;
            case -1000000:
                return 2;
            case 0:
                return 3;
            case 77777:
                return 4;
            case Integer.MAX_VALUE:
                return 5;
        }
        return 0;
    }

    static int dense(byte b) {
        return switch (b) {
            case -2 -> 1;
            case -1 -> 2;
            case 0 -> 3;
            case 1 -> 4;
            case 2 -> 5;
            default -> b;
        };
    }

    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "BBAa", "AaBB", "", "C#"})
            System.out.print(str(s) + " ");
        System.out.println();
        for (char c : "abzqx".toCharArray()) System.out.print(old(c) + " ");
        for (int i : new int[] {2, Integer.MAX_VALUE, 50, 500}) System.out.print(boxed(i) + " ");
        try {
            boxed(-1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            boxed(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            str(null);
        } catch (NullPointerException e) {
            System.out.println("npe " + e.getStackTrace()[0].getMethodName());
        }
        for (int i : new int[] {Integer.MIN_VALUE, -1000000, 0, 77777, Integer.MAX_VALUE, 5})
            System.out.print(sparse(i));
        for (byte b = -4; b < 5; b++) System.out.print(" " + dense(b));
        System.out.println();
        StringBuilder sb = new StringBuilder();
        for (Day d : Day.values()) sb.append(d.weekend() ? 'W' : '.');
        System.out.println(sb);
        Day n = null;
        try {
            switch (n) {
                case MON:
                    break;
                default:
            }
        } catch (NullPointerException e) {
            System.out.println("null enum");
        }
        outer:
        for (int i = 0; ; i++) {
            switch (i % 4) {
                case 0:
                    continue outer;
                case 3:
                    break outer;
                case 1:
                    System.out.print("one ");
                default:
                    System.out.print(i + " ");
            }
        }
        int x = 3;
        x =
                switch (x) {
                    case 3:
                        int y = x * 2;
                        yield switch (y) {
                            case 6 -> {
                                try {
                                    yield 1 / (x - 3);
                                } catch (ArithmeticException e) {
                                    yield 42;
                                } finally {
                                    System.out.print("f ");
                                }
                            }
                            default -> 0;
                        };
                    default:
                        yield -1;
                };
        System.out.println(
                x
                        + " "
                        + switch ("k" + x) {
                            case "k42" -> 'c';
                            default -> 1;
                        }
                        + " "
                        + switch (Day.FRI) {
                            case FRI -> 1;
                            case MON -> 2L;
                            default -> 3.0f;
                        });
    }
}
