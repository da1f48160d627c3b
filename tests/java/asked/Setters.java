import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * Two threads set and ask for one setting, as their arguments say: a digit sets that value, 0 being the one that was
 * there, and 'g' asks. The thread that is asked of is a third one, or, in "own ...", the one that sets.
 */
public class Setters {
    static Thread x;
    static ThreadGroup g;
    static ClassLoader loader;
    static final Object[] values = new Object[3];

    static class Fixed {}

    static boolean on(int i) {
        return i == 1;
    }

    static void set(String what, int i) {
        switch (what) {
            case "priority" -> x.setPriority(5 + i);
            case "daemon" -> x.setDaemon(on(i));
            case "loader" -> x.setContextClassLoader((ClassLoader) values[i]);
            case "handler" -> x.setUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) values[i]);
            case "default" -> Thread.setDefaultUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) values[i]);
            case "name" -> x.setName((String) values[i]);
            case "most" -> g.setMaxPriority(10 - i);
            case "lasting" -> g.setDaemon(on(i));
            case "property" -> System.setProperty("k", "" + i);
            case "properties" -> System.setProperties((Properties) values[i]);
            case "in" -> System.setIn((java.io.InputStream) values[i]);
            case "out" -> System.setOut((java.io.PrintStream) values[i]);
            case "err" -> System.setErr((java.io.PrintStream) values[i]);
            case "locale" -> Locale.setDefault((Locale) values[i]);
            case "shown" -> Locale.setDefault(Locale.Category.DISPLAY, (Locale) values[i]);
            case "format" -> Locale.setDefault(Locale.Category.FORMAT, (Locale) values[i]);
            case "zone" -> TimeZone.setDefault((TimeZone) values[i]);
            case "assertions" -> loader.setClassAssertionStatus("Setters$Fixed", !on(i));
            case "cookies" -> java.net.CookieHandler.setDefault((java.net.CookieHandler) values[i]);
            case "redirects" -> java.net.HttpURLConnection.setFollowRedirects(!on(i));
            default -> throw new IllegalArgumentException(what);
        }
    }

    static Object value(String what) {
        return switch (what) {
            case "loader" -> x.getContextClassLoader();
            case "handler" -> x.getUncaughtExceptionHandler();
            case "default" -> Thread.getDefaultUncaughtExceptionHandler();
            case "name" -> x.getName();
            case "properties" -> System.getProperties();
            case "in" -> System.in;
            case "out" -> System.out;
            case "err" -> System.err;
            case "locale" -> Locale.getDefault();
            case "shown" -> Locale.getDefault(Locale.Category.DISPLAY);
            case "format" -> Locale.getDefault(Locale.Category.FORMAT);
            case "zone" -> TimeZone.getDefault();
            case "cookies" -> java.net.CookieHandler.getDefault();
            default -> throw new IllegalArgumentException(what);
        };
    }

    static int get(String what) {
        switch (what) {
            case "priority":
                return x.getPriority() - 5;
            case "daemon":
                return x.isDaemon() ? 1 : 0;
            case "most":
                return 10 - g.getMaxPriority();
            case "lasting":
                return g.isDaemon() ? 1 : 0;
            case "property":
                return Integer.parseInt(System.getProperty("k"));
            case "assertions":
                return Fixed.class.desiredAssertionStatus() ? 0 : 1;
            case "redirects":
                return java.net.HttpURLConnection.getFollowRedirects() ? 0 : 1;
            default:
                Object v = value(what);
                for (int i = 0; i < 3; i++)
                    if (v == null ? values[i] == null : v.equals(values[i])) return i;
                return 9;
        }
    }

    static void prepare(String what) {
        switch (what) {
            case "priority", "daemon", "most", "lasting", "redirects" -> {}
            case "property" -> System.setProperty("k", "0");
            case "assertions" -> set(what, 0);
            default -> {
                values[0] = value(what);
                for (int i = 1; i < 3; i++) values[i] = another(what, i);
            }
        }
        get(what);
    }

    static Object another(String what, int i) {
        switch (what) {
            case "loader":
                return new ClassLoader() {};
            case "handler", "default":
                return new Thread.UncaughtExceptionHandler() {
                    public void uncaughtException(Thread t, Throwable e) {}
                };
            case "name":
                return "name" + i;
            case "properties":
                return new Properties() {
                    public synchronized boolean equals(Object o) {
                        return this == o;
                    }
                };
            case "in":
                return new java.io.ByteArrayInputStream(new byte[i]);
            case "out", "err":
                return new java.io.PrintStream(new java.io.ByteArrayOutputStream());
            case "locale", "shown", "format":
                return i == 1 ? Locale.FRENCH : Locale.GERMAN;
            case "zone":
                return TimeZone.getTimeZone(i == 1 ? "GMT+01:00" : "GMT+02:00");
            case "cookies":
                return new java.net.CookieManager();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    static String does(String what, String deeds) {
        String told = "";
        for (int i = 0; i < deeds.length(); i++)
            if (deeds.charAt(i) == 'g') told += get(what);
            else set(what, deeds.charAt(i) - '0');
        return told;
    }

    /** The setting, what the started thread does, what main does meanwhile. */
    public static void main(String[] a) throws InterruptedException {
        boolean own = a[0].startsWith("own ");
        String what = own ? a[0].substring(4) : a[0], other = a[1];
        String[] told = new String[1];
        Thread t = new Thread(() -> told[0] = does(what, other));
        x = own ? t : new Thread(() -> {});
        g = new ThreadGroup("g");
        loader = Setters.class.getClassLoader();
        java.io.PrintStream out = System.out;
        prepare(what);
        t.start();
        String here = does(what, a[2]);
        t.join();
        out.println("R " + told[0] + " " + here + " " + get(what));
    }
}
