// Net values without a net: URI resolution, URL parts, encoding, addresses by literal, hosts that do not resolve, IDN, HTTP builders, cookies.
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class NetWorld {
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        URI b = URI.create("http://user:pw@host.com:8080/a/b/c;d?q=1&r=%20x#frag");
        System.out.println(b.getUserInfo() + b.getPort() + b.getPath() + b.getQuery() + b.getRawQuery()
                           + b.getFragment() + b.getAuthority() + b.getSchemeSpecificPart());
        for (String r : new String[] {"g", "./g", "../g", "../../../g", "/g", "//other/g", "?y", "#s", "", "g;x=1/../y",
                 "mailto:a@b.c", "http:g"})
            System.out.print(b.resolve(r) + " | ");
        System.out.println();
        System.out.println(URI.create("http://h/a/b/").relativize(URI.create("http://h/a/b/c/d?x")) + " "
                           + URI.create("a/./b/../c//d").normalize() + " "
                           + new URI("http", "h", "/p \u00e9", "q=\u20ac", "f f").toASCIIString() + " "
                           + new URI("urn:isbn:123").isOpaque()
                           + URI.create("HTTP://H/x").equals(URI.create("http://h/x"))
                           + URI.create("a").compareTo(URI.create("b")) + URI.create("file:///x").getHost());
        for (String bad : new String[] {"http://a b", "ht tp:x", ":x", "http://h:99x", "%zz", "http://[::1", "a\\b"})
            try {
                new URI(bad);
                System.out.print("ok " + bad);
            } catch (URISyntaxException e) { System.out.print(e.getMessage() + "; "); }
        System.out.println();
        URL u = new URL("https://h.invalid:1/p/f.html?x#r");
        System.out.println(u.getFile() + u.getRef() + u.getDefaultPort() + u.getAuthority()
                           + new URL(u, "../q").toExternalForm() + u.sameFile(new URL("https://h.invalid:1/p/f.html?x"))
                           + new URL("jar:file:/x.jar!/e").getPath());
        t("badurl", () -> new URL("nope:x"));
        t("badurl2", () -> new URL("noproto"));
        System.out.println(URLEncoder.encode("a b&c=\u00e9/~*-_.!", StandardCharsets.UTF_8)
                           + URLDecoder.decode("a+b%26%C3%A9%2f", StandardCharsets.UTF_8).length());
        t("baddec", () -> URLDecoder.decode("%zz", StandardCharsets.UTF_8));
        System.out.println(
            InetAddress.getByName("127.0.0.1") + " " + InetAddress.getByName("::1").isLoopbackAddress()
            + InetAddress.getByName("10.1.2.3").isSiteLocalAddress() + InetAddress.getByAddress(new byte[] {1, 2, 3, 4})
            + InetAddress.getByAddress("n", new byte[16]) + InetAddress.getLoopbackAddress()
            + InetAddress.getByName("fe80::1").isLinkLocalAddress()
            + InetAddress.getByName("224.0.0.1").isMulticastAddress() + InetAddress.getByName("1.2.3").getHostAddress()
            + new InetSocketAddress("127.0.0.1", 80) + InetSocketAddress.createUnresolved("zz", 9)
            + InetAddress.getByName("::ffff:1.2.3.4") + InetAddress.getByName("2001:db8::7").getHostAddress());
        t("len", () -> InetAddress.getByAddress(new byte[3]));
        t("port", () -> new InetSocketAddress(70000));
        System.out.println(IDN.toASCII("b\u00fccher.de") + IDN.toUnicode("xn--bcher-kva.de").length());
        t("idnbad", () -> IDN.toASCII("a".repeat(70)));
        HttpRequest rq = HttpRequest.newBuilder(URI.create("http://x.org/p?q"))
                             .header("A", "b")
                             .header("A", "c")
                             .timeout(java.time.Duration.ofSeconds(3))
                             .POST(HttpRequest.BodyPublishers.ofString("body"))
                             .build();
        System.out.println(rq + " " + rq.method() + rq.headers().map() + rq.bodyPublisher().get().contentLength()
                           + rq.timeout() + rq.expectContinue() + rq.version());
        t("hdr", () -> HttpRequest.newBuilder(URI.create("http://x")).header("Host", "y"));
        t("uri", () -> HttpRequest.newBuilder(URI.create("ftp://x")));
        HttpHeaders hh = HttpHeaders.of(Map.of("X", List.of("1", "2")), (a, c) -> true);
        System.out.println(hh.firstValueAsLong("x") + "" + hh.allValues("X"));
        List<HttpCookie> ck = HttpCookie.parse("Set-Cookie: id=7; Max-Age=60; Path=/p; Secure; HttpOnly");
        System.out.println(
            ck + "" + ck.get(0).getMaxAge() + ck.get(0).getSecure() + HttpCookie.domainMatches(".x.org", "a.x.org"));
        CookieManager cm = new CookieManager();
        cm.put(URI.create("http://h.com/p"), Map.of("Set-Cookie", List.of("a=1", "b=2;path=/q")));
        System.out.println(
            cm.get(URI.create("http://h.com/p"), Map.of()) + "" + cm.getCookieStore().getCookies().size());
        t("proxy", () -> ProxySelector.getDefault().select(URI.create("http://h")));
        System.out.println(URLConnection.guessContentTypeFromName("a.png")
                           + URLConnection.guessContentTypeFromStream(new ByteArrayInputStream("<html>".getBytes()))
                           + Inet4Address.class.getSimpleName()
                           + new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("p", 1)));
    }
}
