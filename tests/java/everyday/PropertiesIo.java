// Properties: escapes, continuation, defaults, storing, XML, enumeration order,
// PropertyResourceBundle.
import java.io.*;
import java.util.*;

public class PropertiesIo {
    public static void main(String[] args) throws Exception {
        Properties p = new Properties();
        p.load(
                new StringReader(
                        "# c\n"
                            + "! d\n"
                            + "a=1\n"
                            + "b : two\\\n"
                            + "   lines\n"
                            + "key\\ sp\\=ace value\n"
                            + "\\u0041bc=\\u00e9\\t|\n"
                            + "empty\n"
                            + "last=x\\\\y"));
        System.out.println(
                new TreeMap<>(p)
                        + " "
                        + p.getProperty("none", "dflt")
                        + p.getProperty("b")
                        + p.stringPropertyNames().size());
        Properties q = new Properties(p);
        q.setProperty("a", "over");
        System.out.println(
                q.getProperty("a")
                        + q.getProperty("last")
                        + q.size()
                        + q.get("last")
                        + new TreeSet<>(q.stringPropertyNames()));
        Properties o = new Properties();
        o.setProperty("k y", " lead\u00e9\n#!=:");
        StringWriter w = new StringWriter();
        o.store(w, "comment");
        System.out.println(
                w.toString().lines().filter(l -> !l.matches("#\\w{3} \\w{3} .*")).toList());
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        o.store(bo, null);
        System.out.println(bo.toString("ISO-8859-1").lines().skip(1).toList());
        Properties r = new Properties();
        r.load(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(r.equals(o));
        ByteArrayOutputStream pw = new ByteArrayOutputStream();
        o.list(new PrintStream(pw));
        System.out.println(pw.toString().lines().findFirst().get());
        try {
            new Properties().load(new StringReader("a=\\u12"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            o.setProperty(null, "x");
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        ResourceBundle b = new PropertyResourceBundle(new StringReader("hello=world"));
        System.out.println(b.getString("hello") + b.containsKey("x") + b.keySet());
        try {
            b.getString("x");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        ResourceBundle lb =
                new ListResourceBundle() {
                    protected Object[][] getContents() {
                        return new Object[][] {{"n", 5}, {"arr", new String[] {"a"}}};
                    }
                };
        System.out.println(lb.getObject("n") + lb.getStringArray("arr")[0]);
    }
}
