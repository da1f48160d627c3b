import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A few bytecodes with much to do each. */
public class Large {
    static byte[] kept = new byte[60 << 20];

    public static void main(String[] a) {
        byte[] b = new byte[60 << 20], c = new byte[60 << 20];
        for (;;) {
            switch (a[0]) {
                case "copy": System.arraycopy(b, 0, c, 0, b.length); break;
                case "kept": System.arraycopy(b, 0, kept, 0, b.length); break;
                case "clone": c = b.clone(); break;
                case "new": c = new byte[b.length]; break;
                case "equals": if (!Arrays.equals(b, c)) return; break;
                case "sum": new CRC32().update(b); break;
                default:
                    Deflater d = new Deflater(9);
                    d.setInput(b);
                    d.finish();
                    d.deflate(c);
            }
        }
    }
}
