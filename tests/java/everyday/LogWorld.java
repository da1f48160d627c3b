// Logging: levels, parents, handlers, formatters, filters, configuration from a stream, resource bundles,
// suppliers, thrown exceptions, memory handlers.
import java.io.*;
import java.util.*;
import java.util.logging.*;

public class LogWorld {
    static class Plain extends java.util.logging.Formatter {
        public String format(LogRecord r) {
            return r.getLevel() + "|" + r.getLoggerName() + "|" + formatMessage(r) + "|" + r.getSourceMethodName()
                + (r.getThrown() == null ? "" : "|" + r.getThrown()) + "\n";
        }
        public String getHead(Handler h) { return "<head>\n"; }
        public String getTail(Handler h) { return "<tail>\n"; }
    }
    public static void main(String[] args) throws Exception {
        Logger root = Logger.getLogger(""), a = Logger.getLogger("a"), ab = Logger.getLogger("a.b"),
               anon = Logger.getAnonymousLogger();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Handler h = new StreamHandler(bytes, new Plain());
        h.setLevel(Level.ALL);
        a.addHandler(h);
        a.setUseParentHandlers(false);
        System.out.println(ab.getParent() == a ? "parent a" : "other");
        System.out.println(
            ab.getLevel() + " " + ab.isLoggable(Level.FINE) + root.getLevel() + root.getHandlers().length);
        ab.info("one");
        ab.fine("hidden");
        a.setLevel(Level.FINEST);
        ab.fine(() -> "supplied");
        ab.log(Level.WARNING, "p {0} {1} {0}", new Object[] {1, "x"});
        ab.log(Level.SEVERE, "thrown", new IOException("io"));
        ab.entering("C", "m", new Object[] {"arg"});
        ab.exiting("C", "m", 5);
        ab.throwing("C", "m", new Error("e"));
        ab.logp(Level.CONFIG, "Cls", "meth", "logp {0}", 7);
        a.log(Level.parse("850"), "odd level");
        ab.setFilter(r -> !r.getMessage().contains("secret"));
        ab.info("secret thing");
        ab.info("public thing");
        h.flush();
        System.out.print(bytes);
        h.close();
        bytes.reset();
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream((
            "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\na.level=FINE\njava.util.logging"
                    + ".ConsoleHandler.level=ALL\njava.util.logging.ConsoleHandler.formatter=java.util.logging.Si"
                    + "mpleFormatter\njava.util.logging.SimpleFormatter.format=[%4$s] %3$s: %5$s%6$s%n\n")
                .getBytes()));
        a.fine("to console");
        Logger.getLogger("z").info("not shown");
        Logger.getLogger("z").log(Level.WARNING, "shown", new IllegalStateException("with trace"));
        Logger x = Logger.getLogger("xml");
        x.setUseParentHandlers(false);
        XMLFormatter xf = new XMLFormatter();
        LogRecord r = new LogRecord(Level.INFO, "a < b & {0}");
        r.setParameters(new Object[] {"p"});
        r.setInstant(java.time.Instant.EPOCH);
        r.setSequenceNumber(9);
        r.setLongThreadID(1);
        r.setSourceClassName("S");
        r.setSourceMethodName("m");
        r.setLoggerName("xml");
        System.out.println(xf.format(r).replaceAll("<date>.*</date>", "<date/>").replaceAll("\\s+", ""));
        MemoryHandler mem = new MemoryHandler(new StreamHandler(bytes, new Plain()) {
            public synchronized void publish(LogRecord q) {
                super.publish(q);
                flush();
            }
        }, 2, Level.SEVERE);
        x.addHandler(mem);
        x.setLevel(Level.ALL);
        x.info("m1");
        x.info("m2");
        x.info("m3");
        System.out.print("before push " + bytes.size() + "\n");
        x.severe("m4");
        System.out.print(bytes);
        h = new Handler() {
            public void publish(LogRecord q) { throw new RuntimeException("in handler"); }
            public void flush() {}
            public void close() {}
        };
        anon.setUseParentHandlers(false);
        anon.addHandler(h);
        try {
            anon.warning("w");
        } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try {
            Level.parse("NOPE");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Logger.getLogger("q", "no.bundle");
        } catch (MissingResourceException e) { System.out.println(e.getMessage()); }
        System.out.println(Level.parse("800") + " " + Level.OFF.intValue() + Level.ALL.getLocalizedName()
                           + new Level("MINE", 5) {}
                           + new TreeSet<>(Collections.list(LogManager.getLogManager().getLoggerNames())).headSet("b"));
        System.getLogger("sys").log(System.Logger.Level.WARNING, "system logger {0}", 4);
    }
}
