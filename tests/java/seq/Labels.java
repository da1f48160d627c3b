// Labelled break and continue, nested loops, do-while, comma-for, unreachable-looking flows.
public class Labels {
    static int prime(int max) {
        int n = 0;
        next:
        for (int i = 2; i < max; i++) {
            for (int j = 2; j * j <= i; j++) if (i % j == 0) continue next;
            n++;
        }
        return n;
    }

    static String find(int[][] m, int x) {
        String r = "none";
        search:
        {
            for (int i = 0; i < m.length; i++)
                for (int j = 0; j < m[i].length; j++)
                    if (m[i][j] == x) {
                        r = i + "," + j;
                        break search;
                    }
            r = "absent";
        }
        return r;
    }

    static int collatz(long n) {
        int c = 0;
        while (true) {
            if (n == 1) return c;
            n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
            c++;
        }
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    public static void main(String[] args) {
        System.out.println(
                prime(2000)
                        + " "
                        + find(new int[][] {{1}, {2, 3}, {}}, 3)
                        + " "
                        + find(new int[][] {{1}}, 9)
                        + " "
                        + collatz(837799)
                        + " "
                        + gcd(1071, 462));
        a:
        do {
            b:
            for (int i = 0, j = 10; ; i++, j--) {
                if (i == 2) continue b;
                if (i > j) break a;
                System.out.print(i * j + " ");
                if (i == 100) break;
            }
        } while (true);
        System.out.println();
        int k = 0;
        x:
        while (k < 10) {
            switch (k++) {
                case 1:
                case 3:
                    continue x;
                case 7:
                    break x;
                default:
                    break;
            }
            System.out.print(k + ";");
        }
        System.out.println();
        int cnt = 0;
        for (int i = Integer.MAX_VALUE - 2; i > 0; i++) cnt++;
        for (byte y = 120; y > 0; y++) cnt++;
        for (char c = '\ufffd'; c != 2; c++) cnt++;
        System.out.println(cnt);
        boolean p = false, q = true;
        int n = 0;
        if (p & n++ > 0 | q && n++ > 0 || n++ > 5) n += 100;
        if (p && n++ > 0 || !(q ^ true)) n += 1000;
        System.out.println(n + " " + (p ? q ? 1 : 2 : q ? 3 : 4));
        StringBuilder sb = new StringBuilder();
        for (String s = "abcdef"; !s.isEmpty(); s = s.substring(1))
            sb.append(s.charAt(0)).append(s.length());
        System.out.println(sb);
        long h = 7;
        for (int i = 0; i < 20000; i++) {
            h = h * 31 + (i ^ (h >>> 7));
            if ((h & 7) == 3) h--;
        }
        System.out.println(h);
    }
}
