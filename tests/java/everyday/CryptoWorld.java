// Message digests of all algorithms, MACs, ciphers in several modes, key derivation, key factories, secure
// randoms with seeds.
import java.math.BigInteger;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class CryptoWorld {
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Exception e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        byte[] msg = "The quick brown fox jumps over the lazy dog".getBytes();
        for (String a : new TreeSet<>(Security.getAlgorithms("MessageDigest"))) {
            MessageDigest d = MessageDigest.getInstance(a);
            d.update(msg, 0, 10);
            MessageDigest c = (MessageDigest) d.clone();
            d.update(msg, 10, msg.length - 10);
            System.out.println(
                a + " " + d.getDigestLength() + " " + hex(d.digest()) + " " + hex(c.digest()).substring(0, 8));
        }
        for (String a :
            new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512", "HmacSHA3-256", "HmacSHA512/256"}) {
            Mac m = Mac.getInstance(a);
            m.init(new SecretKeySpec("key".getBytes(), a));
            m.update(msg);
            System.out.println(a + " " + hex(m.doFinal()));
        }
        byte[] k = new byte[16], iv = new byte[16];
        for (int i = 0; i < 16; i++) {
            k[i] = (byte) i;
            iv[i] = (byte) (i * 3);
        }
        for (String a : new String[] {"AES/ECB/PKCS5Padding", "AES/CBC/PKCS5Padding", "AES/CTR/NoPadding",
                 "AES/CFB8/NoPadding", "AES/OFB/NoPadding"}) {
            Cipher c = Cipher.getInstance(a);
            SecretKeySpec ks = new SecretKeySpec(k, "AES");
            if (a.contains("ECB")) c.init(Cipher.ENCRYPT_MODE, ks);
            else c.init(Cipher.ENCRYPT_MODE, ks, new IvParameterSpec(iv));
            byte[] ct = c.doFinal(msg);
            if (a.contains("ECB")) c.init(Cipher.DECRYPT_MODE, ks);
            else c.init(Cipher.DECRYPT_MODE, ks, new IvParameterSpec(iv));
            System.out.println(a + " " + hex(ct) + " " + new String(c.doFinal(ct)).length());
        }
        Cipher g = Cipher.getInstance("AES/GCM/NoPadding");
        g.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(k, "AES"), new GCMParameterSpec(128, iv));
        g.updateAAD("aad".getBytes());
        byte[] ct = g.doFinal(msg);
        System.out.println(hex(ct));
        ct[3] ^= 1;
        g.init(Cipher.DECRYPT_MODE, new SecretKeySpec(k, "AES"), new GCMParameterSpec(128, iv));
        t("tag", () -> g.doFinal(ct));
        Cipher des = Cipher.getInstance("DESede/CBC/PKCS5Padding");
        des.init(Cipher.ENCRYPT_MODE,
            new SecretKeySpec(Arrays.copyOf("0123456789abcdefghijklmn".getBytes(), 24), "DESede"),
            new IvParameterSpec(Arrays.copyOf(iv, 8)));
        System.out.println(hex(des.doFinal(msg)).substring(0, 32));
        Cipher ch = Cipher.getInstance("ChaCha20-Poly1305");
        ch.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(Arrays.copyOf(msg, 32), "ChaCha20"),
            new IvParameterSpec(Arrays.copyOf(iv, 12)));
        System.out.println(hex(ch.doFinal(msg)).substring(60));
        Cipher rc = Cipher.getInstance("RC4");
        rc.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(k, "RC4"));
        System.out.println(hex(rc.update(msg)).substring(0, 20));
        SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        System.out.println(
            hex(f.generateSecret(new PBEKeySpec("password".toCharArray(), "salt".getBytes(), 50, 256)).getEncoded()));
        t("badkey", () -> {
            Cipher c = Cipher.getInstance("AES");
            c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[5], "AES"));
            return c;
        });
        t("nopad", () -> {
            Cipher c = Cipher.getInstance("AES/ECB/NoPadding");
            c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(k, "AES"));
            return c.doFinal(new byte[5]);
        });
        t("badpad", () -> {
            Cipher c = Cipher.getInstance("AES");
            c.init(Cipher.DECRYPT_MODE, new SecretKeySpec(k, "AES"));
            return c.doFinal(new byte[16]);
        });
        t("nosuch", () -> MessageDigest.getInstance("FOO"));
        t("nosuchc", () -> Cipher.getInstance("AES/XYZ/Foo"));
        t("noprov", () -> MessageDigest.getInstance("MD5", "Nope"));
        SecureRandom sr = SecureRandom.getInstance("SHA1PRNG");
        sr.setSeed(42);
        System.out.println(sr.nextInt() + " " + sr.nextLong());
        SecureRandom s2 = SecureRandom.getInstance("SHA1PRNG");
        s2.setSeed(7);
        KeyFactory kf = KeyFactory.getInstance("RSA");
        PublicKey pk = kf.generatePublic(new RSAPublicKeySpec(
            new BigInteger(
                "c5062b58d8539c765e1e5dbaf14cf75dd56c2e13105fecfd1a930bbb5948ff328f126abe779359ca59bca752c3"
                        + "08d281573bc6178b6c0fef7dc445e4f826430437b9f9d790581de5749c2cb9cb26d42b2fee15b6b26f09c99670"
                        + "336423b86bc5bec71113157be2d944d7ff3eebffb28413143ea36755db0ae62ff5b724eecb3d316b6bac67e89c"
                        + "acd8171937e2ab19bd353a89acea8c36f81c89a620d5fd2effea896601c7f9daca7f033f635a3a943331d1b1b4"
                        + "f5288790b53af352f1121ca1bef205f40dc012c412b40bdd27585b946466d75f7ee0a7f9d549b4bece6f43ac3e"
                        + "e65fe7fd37123359d9f1a850ad450aaf5c94eb11dea3fc0fc6e9856b1805ef",
                16),
            BigInteger.valueOf(65537)));
        System.out.println(
            pk.getFormat() + hex(MessageDigest.getInstance("SHA-1").digest(pk.getEncoded())) + pk.getAlgorithm());
        System.out.println(Arrays.stream(Security.getProviders()).map(Provider::getName).toList() + " "
                           + MessageDigest.isEqual(k, k.clone()) + MessageDigest.getInstance("SHA-256"));
    }
}
