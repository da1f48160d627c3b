// Key pairs from fixed material, signatures, key stores in memory, certificates' errors, secure
// random's shapes, key agreement.
import java.math.BigInteger;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.KeyAgreement;

public class KeysAndSignatures {
    public static void main(String[] args) throws Exception {
        KeyFactory kf = KeyFactory.getInstance("RSA");
        BigInteger p = new BigInteger("170141183460469231731687303715884105727"),
                q = BigInteger.TWO.pow(521).subtract(BigInteger.ONE),
                n = p.multiply(q),
                e = BigInteger.valueOf(65537),
                d = e.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
        PrivateKey pr = kf.generatePrivate(new RSAPrivateKeySpec(n, d));
        PublicKey pu = kf.generatePublic(new RSAPublicKeySpec(n, e));
        Signature s = Signature.getInstance("SHA256withRSA");
        s.initSign(pr);
        s.update("msg".getBytes());
        byte[] sig = s.sign();
        System.out.println(sig.length + " " + HexFormat.of().formatHex(sig, 0, 8));
        s.initVerify(pu);
        s.update("msg".getBytes());
        System.out.println(s.verify(sig));
        s.initVerify(pu);
        s.update("msG".getBytes());
        System.out.println(s.verify(sig));
        System.out.println(
                pu.getFormat()
                        + pu.getAlgorithm()
                        + Base64.getEncoder().encodeToString(pu.getEncoded()).length()
                        + " "
                        + kf.generatePublic(new X509EncodedKeySpec(pu.getEncoded())).equals(pu));
        KeyPairGenerator g = KeyPairGenerator.getInstance("EC");
        g.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair a = g.generateKeyPair(), b = g.generateKeyPair();
        KeyAgreement x = KeyAgreement.getInstance("ECDH"), y = KeyAgreement.getInstance("ECDH");
        x.init(a.getPrivate());
        x.doPhase(b.getPublic(), true);
        y.init(b.getPrivate());
        y.doPhase(a.getPublic(), true);
        System.out.println(Arrays.equals(x.generateSecret(), y.generateSecret()));
        Signature ed = Signature.getInstance("Ed25519");
        KeyPair k = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        ed.initSign(k.getPrivate());
        ed.update(new byte[5]);
        byte[] es = ed.sign();
        ed.initVerify(k.getPublic());
        ed.update(new byte[5]);
        System.out.println(es.length + " " + ed.verify(es));
        KeyStore ks = KeyStore.getInstance("PKCS12");
        ks.load(null, null);
        System.out.println(ks.size() + ks.getType());
        try {
            java.security.cert.CertificateFactory.getInstance("X.509")
                    .generateCertificate(new java.io.ByteArrayInputStream("junk".getBytes()));
        } catch (java.security.cert.CertificateException ex) {
            System.out.println("bad cert");
        }
        System.out.println(
                new SecureRandom().generateSeed(4).length
                        + " "
                        + UUID.randomUUID().version()
                        + UUID.nameUUIDFromBytes("a".getBytes())
                        + " "
                        + SecureRandom.getInstanceStrong().nextInt(1));
        System.out.println(Security.getProviders().length > 3);
    }
}
