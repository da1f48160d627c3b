// javax.crypto and java.security with fixed keys: AES in several modes, HMAC, PBKDF2, key
// factories, providers' errors, digests of streams.
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class CryptoBasics {
    static String hex(byte[] b) {
        return HexFormat.of().formatHex(b);
    }

    public static void main(String[] args) throws Exception {
        SecretKeySpec k =
                new SecretKeySpec("0123456789abcdef".getBytes(StandardCharsets.US_ASCII), "AES");
        byte[] msg = "attack at dawn!!!".getBytes();
        Cipher c = Cipher.getInstance("AES/ECB/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, k);
        byte[] e = c.doFinal(msg);
        System.out.println(hex(e));
        c.init(Cipher.DECRYPT_MODE, k);
        System.out.println(new String(c.doFinal(e)));
        c = Cipher.getInstance("AES/CBC/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, k, new IvParameterSpec(new byte[16]));
        System.out.println(hex(c.doFinal(msg)));
        c = Cipher.getInstance("AES/GCM/NoPadding");
        c.init(Cipher.ENCRYPT_MODE, k, new GCMParameterSpec(128, new byte[12]));
        c.updateAAD(new byte[] {1});
        System.out.println(hex(c.doFinal(msg)));
        Mac m = Mac.getInstance("HmacSHA256");
        m.init(k);
        System.out.println(hex(m.doFinal(msg)));
        System.out.println(
                hex(
                        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                                .generateSecret(
                                        new PBEKeySpec(
                                                "pw".toCharArray(), new byte[] {1, 2, 3}, 5, 128))
                                .getEncoded()));
        for (String a : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"})
            System.out.println(
                    a + " " + hex(MessageDigest.getInstance(a).digest(msg)).substring(0, 16));
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException x) {
            System.out.println(x.getMessage());
        }
        try {
            c.init(Cipher.DECRYPT_MODE, k, new GCMParameterSpec(128, new byte[12]));
            c.doFinal(new byte[20]);
        } catch (AEADBadTagException x) {
            System.out.println(x.getMessage());
        }
        KeyFactory f = KeyFactory.getInstance("RSA");
        java.math.BigInteger n = new java.math.BigInteger("3233");
        System.out.println(f.getAlgorithm() + " " + n.modPow(java.math.BigInteger.valueOf(17), n));
        SecureRandom s = SecureRandom.getInstance("SHA1PRNG");
        s.setSeed(42);
        System.out.println(s.nextInt());
    }
}
