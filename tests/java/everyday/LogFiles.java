// java.util.logging into files and memory, custom levels, resource-free formatters, hierarchical
// levels, suppliers, exceptions; System.Logger over it.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.logging.*;

public class LogFiles {
    static class Own extends Level {
        Own() {
            super("OWN", 850);
        }
    }

    public static void main(String[] args) throws Exception {
        Logger root = Logger.getLogger("");
        for (Handler h : root.getHandlers()) root.removeHandler(h);
        Path f = Files.createTempFile("log", ".log");
        FileHandler fh = new FileHandler(f.toString());
        fh.setFormatter(
                new java.util.logging.Formatter() {
                    @Override
                    public String format(LogRecord r) {
                        return r.getLevel()
                                + ":"
                                + r.getLoggerName()
                                + ":"
                                + formatMessage(r)
                                + (r.getThrown() == null ? "" : "!" + r.getThrown().getMessage())
                                + "\n";
                    }
                });
        root.addHandler(fh);
        Logger a = Logger.getLogger("a"), ab = Logger.getLogger("a.b");
        a.setLevel(Level.FINE);
        ab.fine("fine");
        ab.finer("no");
        ab.log(Level.INFO, "{0} and {1}", new Object[] {1, "x"});
        ab.log(new Own(), "own");
        ab.log(Level.SEVERE, "bad", new IOException("io"));
        ab.info(() -> "supplied");
        ab.finest(
                () -> {
                    throw new Error();
                });
        ab.entering("C", "m");
        ab.setUseParentHandlers(false);
        ab.severe("lost");
        System.getLogger("a").log(System.Logger.Level.WARNING, "sys {0}", 5);
        fh.close();
        System.out.print(Files.readString(f));
        System.out.println(
                ab.getParent().getName()
                        + ab.getLevel()
                        + ab.isLoggable(Level.FINE)
                        + Level.parse("850")
                        + Level.parse("CONFIG").intValue());
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        StreamHandler sh = new StreamHandler(o, new SimpleFormatter());
        MemoryHandler mh = new MemoryHandler(sh, 2, Level.SEVERE);
        Logger m = Logger.getLogger("m");
        m.setUseParentHandlers(false);
        m.addHandler(mh);
        m.info("1");
        m.info("2");
        m.info("3");
        System.out.println(o.size());
        m.severe("4");
        sh.flush();
        System.out.println(o.toString().lines().filter(l -> l.matches("[A-Z]+: \\d")).toList());
        LogManager.getLogManager()
                .readConfiguration(new ByteArrayInputStream("cfg.level=FINEST\n".getBytes()));
        System.out.println(Logger.getLogger("cfg").getLevel());
        Logger.getAnonymousLogger().setFilter(r -> false);
        XMLFormatter x = new XMLFormatter();
        System.out.println(x.format(new LogRecord(Level.INFO, "<m>")).contains("&lt;m&gt;"));
    }
}
