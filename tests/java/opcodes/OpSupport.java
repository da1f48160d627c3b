/**
 * What the assembled opcode tests call: values are appended bit for bit, a line for each opcode.
 */
public class OpSupport {
    static StringBuilder line = new StringBuilder();
    public boolean fz;
    public byte fb;
    public char fc;
    public short fs;
    public int fi;
    public long fj;
    public float ff;
    public double fd;
    public Object fa;
    public static boolean sz;
    public static byte sb;
    public static char sc;
    public static short ss;
    public static int si;
    public static long sj;
    public static float sf;
    public static double sd;
    public static Object sa;

    public interface Face {
        int face(int a, long b);

        default String dflt() {
            return "dflt" + face(1, 2);
        }
    }

    public static class Base implements Face {
        int v = 3;

        public Base() {}

        public Base(int v) {
            this.v = v;
        }

        public int virt(int a) {
            return v + a;
        }

        public long wide(long a, double b, int c) {
            return a + (long) b * c;
        }

        public int face(int a, long b) {
            return a * 10 + (int) b;
        }

        @Override
        public String toString() {
            return "base" + v;
        }
    }

    public static class Sub extends Base {
        public Sub() {
            super(8);
        }

        @Override
        public int virt(int a) {
            return -a;
        }

        @Override
        public String toString() {
            return "sub";
        }
    }

    public static void begin(String op) {
        line.setLength(0);
        line.append(op).append(':');
    }

    public static void end() {
        System.out.println(line);
    }

    public static void show(int v) {
        line.append(" i").append(v);
    }

    public static void show(long v) {
        line.append(" j").append(v);
    }

    public static void show(float v) {
        line.append(" f").append(Integer.toHexString(Float.floatToIntBits(v)));
    }

    public static void show(double v) {
        line.append(" d").append(Long.toHexString(Double.doubleToLongBits(v)));
    }

    public static void show(Object v) {
        if (v instanceof Throwable) line.append(" !").append(v);
        else if (v != null && v.getClass().isArray())
            line.append(" [")
                    .append(v.getClass().getName())
                    .append(java.lang.reflect.Array.getLength(v));
        else line.append(" a").append(v);
    }

    public static int stat(int a, long b, float c, double d, Object e) {
        return a + (int) b + (int) c + (int) d + (e == null ? 1000 : 0);
    }

    public static int order(int a, int b, int c) {
        return a * 100 + b * 10 + c;
    }
}
