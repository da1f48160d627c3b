import java.io.File;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeMap;

/** Prints whatever a program can learn of the host, one thing a line. */
public class Surroundings {
    public static void main(String[] args) throws Exception {
        for (var e : new TreeMap<Object, Object>(System.getProperties()).entrySet())
            System.out.println("property " + e.getKey() + "=" + String.valueOf(e.getValue()).replace("\n", "\\n"));
        for (var e : new TreeMap<>(System.getenv()).entrySet()) System.out.println("env " + e);
        System.out.println("file " + new File("f").getAbsolutePath() + " " + new File("f").getCanonicalPath());
        System.out.println("uri " + new File("f").toURI() + " " + Path.of("f").toUri());
        System.out.println("path " + Path.of("f").toAbsolutePath() + " " + Path.of("").toRealPath());
        System.out.println("converted " + new File("f").toPath().toAbsolutePath());
        System.out.println("file system " + FileSystems.getDefault().getPath("f").toAbsolutePath());
        System.out.println("here " + new File("here.txt").length() + " " + Files.exists(Path.of("here.txt")));
        if (new File("here.txt").exists()) System.out.println("read " + Files.readString(Path.of("here.txt")).trim());
        Path made = Files.createTempFile("made", ".tmp");
        System.out.println("temp " + made.getParent() + " " + new File(System.getProperty("java.io.tmpdir")));
        System.out.println("owner " + Files.getOwner(made));
        Files.writeString(Path.of("/tmp/jpf-umask"), "");
        System.out.println("mode " + PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of("/tmp/jpf-umask"))));
        System.out.println("locale " + Locale.getDefault() + " " + String.format("%,.2f", 1234.5));
        System.out.println("zone " + TimeZone.getDefault().getID() + " " + new java.util.Date(0));
        System.out.println("processors " + Runtime.getRuntime().availableProcessors());
        System.out.println("charset " + Charset.defaultCharset() + " " + System.console());
        System.out.println("host " + InetAddress.getLocalHost().getHostName());
        System.out.println("resource " + Surroundings.class.getResource("Surroundings.class"));
        System.out.println("loader " + ClassLoader.getSystemResource("Surroundings.class"));
    }
}
