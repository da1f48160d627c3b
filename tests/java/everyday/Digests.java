// MessageDigest, Mac, CRC, Adler, Base64, HexFormat, UUID, SecureRandom with a seed.
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.zip.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Digests {
    public static void main(String[] args) throws Exception {
        byte[] d =
                "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.US_ASCII);
        HexFormat h = HexFormat.of();
        for (String n :
                new String[] {
                    "MD5",
                    "SHA-1",
                    "SHA-224",
                    "SHA-256",
                    "SHA-384",
                    "SHA-512",
                    "SHA-512/256",
                    "SHA3-256",
                    "MD2"
                }) {
            MessageDigest m = MessageDigest.getInstance(n);
            m.update(d, 0, 10);
            MessageDigest c = (MessageDigest) m.clone();
            m.update(d, 10, d.length - 10);
            System.out.println(
                    n
                            + " "
                            + h.formatHex(m.digest())
                            + " "
                            + h.formatHex(c.digest()).substring(0, 8)
                            + m.getDigestLength());
        }
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        for (Checksum c : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            c.update(d);
            c.update(7);
            System.out.println(c.getClass().getSimpleName() + " " + Long.toHexString(c.getValue()));
            c.reset();
        }
        Base64.Encoder e = Base64.getEncoder(),
                u = Base64.getUrlEncoder().withoutPadding(),
                m = Base64.getMimeEncoder(20, new byte[] {'\n'});
        byte[] bin = {-1, -2, 0, 62, 63, 5, 9};
        System.out.println(
                e.encodeToString(bin)
                        + " "
                        + u.encodeToString(bin)
                        + " "
                        + m.encodeToString(d).replace("\n", "~")
                        + " "
                        + Arrays.toString(Base64.getDecoder().decode("//4APj8FCQ=="))
                        + new String(Base64.getMimeDecoder().decode("VG\nhl")));
        for (String bad : new String[] {"a", "a===", "@@@@", "YQ=x"})
            try {
                Base64.getDecoder().decode(bad);
                System.out.println("ok");
            } catch (IllegalArgumentException x) {
                System.out.println(x.getMessage());
            }
        System.out.println(
                HexFormat.ofDelimiter(":").withUpperCase().withPrefix("0x").formatHex(bin)
                        + " "
                        + Arrays.toString(h.parseHex("00ff7f"))
                        + " "
                        + HexFormat.fromHexDigits("cafe")
                        + h.toHexDigits((byte) 10)
                        + HexFormat.isHexDigit('g'));
        try {
            h.parseHex("0g");
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        UUID a = UUID.nameUUIDFromBytes(d),
                b = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(
                a
                        + " "
                        + a.version()
                        + b.version()
                        + b.variant()
                        + " "
                        + b.timestamp()
                        + " "
                        + a.compareTo(b)
                        + b.hashCode()
                        + new UUID(1, 2));
        try {
            UUID.fromString("x");
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        SecureRandom s = SecureRandom.getInstance("SHA1PRNG");
        s.setSeed(1);
        System.out.println(s.nextInt() + " " + s.nextInt(100));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        System.out.println(h.formatHex(mac.doFinal(d)));
    }
}
