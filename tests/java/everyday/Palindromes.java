// Strings walked from both ends, recursion with memo, and a cache keyed by records.
import java.util.*;

public class Palindromes {
    record Key(int a, int b) {}

    static final Map<Key, Integer> MEMO = new HashMap<>();

    static int longest(String s, int a, int b) {
        if (a > b) return 0;
        Integer had = MEMO.get(new Key(a, b));
        if (had != null) return had;
        int r =
                a == b
                        ? 1
                        : s.charAt(a) == s.charAt(b)
                                ? 2 + longest(s, a + 1, b - 1)
                                : Math.max(longest(s, a + 1, b), longest(s, a, b - 1));
        MEMO.put(new Key(a, b), r);
        return r;
    }

    public static void main(String[] args) {
        for (String s : "level abcda agbdba x".split(" ")) {
            MEMO.clear();
            System.out.println(
                    s
                            + " "
                            + longest(s, 0, s.length() - 1)
                            + " "
                            + MEMO.size()
                            + " "
                            + new StringBuilder(s).reverse().toString().equals(s));
        }
    }
}
