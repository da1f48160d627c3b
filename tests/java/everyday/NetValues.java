// java.net without a network: addresses, URIs, URLs of files and jars, IDN, encoders, cookies,
// interfaces of clients, what is refused.
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class NetValues {
    interface T {
        Object run() throws Throwable;
    }

    static void t(T r) {
        try {
            System.out.println(r.run());
        } catch (Throwable e) {
            System.out.println("! " + e.getClass().getName());
        }
    }

    public static void main(String[] args) throws Exception {
        t(() -> InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isLoopbackAddress());
        t(() -> InetAddress.getByName("192.168.1.20").isSiteLocalAddress());
        t(() -> InetAddress.getByName("::1").getHostAddress());
        t(
                () ->
                        new InetSocketAddress("10.0.0.1", 80).getPort()
                                + " "
                                + InetSocketAddress.createUnresolved("h", 1));
        t(() -> InetAddress.getByName("300.1.1.1.1"));
        t(
                () ->
                        URI.create("http://u@h:8080/a/b?q=1#f").resolve("../c").toString()
                                + new URI("s", "p q", null));
        t(() -> new URI("http://bad host"));
        t(() -> new URL("http://h/p?q#r").getRef() + new URL(new URL("file:/a/b"), "c").getPath());
        t(() -> new URL("nope://x"));
        t(
                () ->
                        URLEncoder.encode("a b&ü/", StandardCharsets.UTF_8)
                                + URLDecoder.decode("a%20b+c", StandardCharsets.UTF_8));
        t(() -> IDN.toASCII("bücher.de") + IDN.toUnicode("xn--bcher-kva.de"));
        t(() -> HttpCookie.parse("Set-Cookie: k=v; Path=/; Max-Age=5").get(0).getMaxAge());
        t(
                () -> {
                    Path p = Files.writeString(Files.createTempFile("u", "x"), "body");
                    URLConnection c = p.toUri().toURL().openConnection();
                    return new String(c.getInputStream().readAllBytes()) + c.getContentLength();
                });
        t(
                () ->
                        ((HttpURLConnection) new URL("http://127.0.0.1:9/").openConnection())
                                .getRequestMethod());
        t(
                () ->
                        java.net.http.HttpRequest.newBuilder(URI.create("http://x/"))
                                .header("a", "b")
                                .GET()
                                .build()
                                .headers()
                                .map());
        t(
                () ->
                        Proxy.NO_PROXY.type()
                                + " "
                                + ProxySelector.getDefault().select(URI.create("http://x/")));
        t(() -> URLConnection.guessContentTypeFromName("a.html"));
        t(() -> new CookieManager().getCookieStore().getCookies());
        t(() -> Inet4Address.getLoopbackAddress().getHostName());
        t(() -> new DatagramPacket(new byte[3], 2).getLength());
        t(() -> InetAddress.getByAddress("n", new byte[] {1, 2, 3, 4}));
        t(() -> new URL("jar:file:/none.jar!/x").openStream());
        t(
                () ->
                        URI.create("mailto:a@b").isOpaque()
                                + " "
                                + URI.create("a/./b/../c").normalize()
                                + URI.create("http://h/a/b")
                                        .relativize(URI.create("http://h/a/b/c")));
    }
}
