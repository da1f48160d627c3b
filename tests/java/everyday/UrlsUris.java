// URI, URL, URLEncoder, paths of jars, URLClassLoader over files the program wrote itself.
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class UrlsUris {
    public static void main(String[] args) throws Exception {
        URI u = new URI("http", "user:pw", "host.org", 8080, "/a b/c", "q=1&r=\u00e9", "frag");
        System.out.println(
                u
                        + " "
                        + u.getRawPath()
                        + " "
                        + u.getPath()
                        + " "
                        + u.toASCIIString()
                        + " "
                        + u.getPort()
                        + u.getUserInfo()
                        + u.getFragment()
                        + u.isAbsolute()
                        + u.isOpaque());
        URI b = URI.create("http://x/a/b/c?d");
        for (String r : "g ./g ../g /g ?y #s //h/z ../../../g g;x=1/../y".split(" "))
            System.out.print(b.resolve(r) + " ");
        System.out.println(
                b.relativize(URI.create("http://x/a/b/c/e"))
                        + " "
                        + URI.create("a/./b/../c").normalize()
                        + URI.create("mailto:a@b").isOpaque()
                        + URI.create("HTTP://H/p").equals(URI.create("http://h/p")));
        for (String bad : new String[] {"http://[::1", "a b", "%zz", ":x"})
            try {
                new URI(bad);
            } catch (URISyntaxException e) {
                System.out.println(e.getMessage());
            }
        URL url = new URL("https://u@h.com:44/p/f.html?x=y#r");
        System.out.println(
                url.getProtocol()
                        + url.getHost()
                        + url.getPort()
                        + url.getFile()
                        + url.getRef()
                        + url.getDefaultPort()
                        + url.getAuthority()
                        + url.toExternalForm().equals(url.toString())
                        + new URL(url, "../q").getPath());
        try {
            new URL("nope://x");
        } catch (MalformedURLException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                URLEncoder.encode("a b&c=\u00e9/~*", StandardCharsets.UTF_8)
                        + URLDecoder.decode("a+b%26%C3%A9", StandardCharsets.UTF_8));
        System.out.println(
                InetAddress.getByName("127.0.0.1").isLoopbackAddress()
                        + " "
                        + InetAddress.getByAddress(new byte[] {10, 0, 0, 1}).getHostAddress()
                        + InetAddress.getByName("::1").getHostAddress()
                        + new InetSocketAddress("1.2.3.4", 80)
                        + InetSocketAddress.createUnresolved("h", 1).isUnresolved());
        HttpCookie c = HttpCookie.parse("Set-Cookie: k=v; Path=/; Max-Age=10").get(0);
        System.out.println(c.getName() + c.getValue() + c.getPath() + c.getMaxAge());
    }
}
