// java.util.logging: handlers, levels, formatters, filters, hierarchy, exceptions; console on
// stderr.
import java.util.*;
import java.util.logging.*;

public class LoggingConsole {
    public static void main(String[] args) {
        Logger root = Logger.getLogger(""),
                l = Logger.getLogger("app.sub"),
                par = Logger.getLogger("app");
        for (Handler h : root.getHandlers()) {
            System.out.println(h.getClass().getSimpleName() + h.getLevel());
            root.removeHandler(h);
        }
        List<String> got = new ArrayList<>();
        Handler mine =
                new Handler() {
                    public void publish(LogRecord r) {
                        if (isLoggable(r))
                            got.add(
                                    r.getLevel()
                                            + ":"
                                            + r.getLoggerName()
                                            + ":"
                                            + new SimpleFormatter().formatMessage(r)
                                            + ":"
                                            + r.getSourceMethodName());
                    }

                    public void flush() {}

                    public void close() {}
                };
        mine.setLevel(Level.ALL);
        par.addHandler(mine);
        l.setLevel(Level.FINE);
        l.info("plain");
        l.fine(() -> "lazy");
        l.finer("no");
        l.log(Level.WARNING, "p {0} and {1}", new Object[] {1, "x"});
        l.entering("C", "m");
        par.config("cfg");
        par.info("par");
        l.log(Level.SEVERE, "thrown", new RuntimeException("ex"));
        l.setFilter(r -> !r.getMessage().contains("secret"));
        l.warning("a secret");
        System.out.println(
                got
                        + " "
                        + l.getParent().getName()
                        + l.isLoggable(Level.FINER)
                        + par.getLevel()
                        + Level.parse("800")
                        + LogManager.getLogManager().getLogger("app.sub").getName());
        ConsoleHandler c = new ConsoleHandler();
        c.setFormatter(
                new java.util.logging.Formatter() {
                    public String format(LogRecord r) {
                        return "["
                                + r.getLevel()
                                + "] "
                                + formatMessage(r)
                                + (r.getThrown() == null ? "" : " " + r.getThrown())
                                + "\n";
                    }
                });
        root.addHandler(c);
        l.warning("to the console");
        par.log(Level.SEVERE, "with", new IllegalStateException("bad"));
        l.setUseParentHandlers(false);
        l.severe("nowhere");
        StreamHandler s =
                new StreamHandler(
                        System.out,
                        new SimpleFormatter() {
                            public synchronized String format(LogRecord r) {
                                return String.format(
                                        "%s|%s%n", r.getLevel().getLocalizedName(), r.getMessage());
                            }
                        });
        l.addHandler(s);
        l.info("stream");
        s.flush();
        MemoryHandler mh = new MemoryHandler(s, 3, Level.SEVERE);
        Logger m = Logger.getAnonymousLogger();
        m.setUseParentHandlers(false);
        m.addHandler(mh);
        for (int i = 0; i < 5; i++) m.info("m" + i);
        m.severe("push");
        s.flush();
        System.out.println(l.getHandlers().length);
    }
}
