import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Threads with a stream of zlib's each: its memory is part of the state. */
public class Packed {
    static synchronized void step() {}

    public static void main(String[] a) {
        for (int i = 0; i < 3; i++) {
            int id = i;
            new Thread(() -> run(id)).start();
        }
    }

    static void run(int id) {
        byte[] out = new byte[200], back = new byte[200];
        Deflater d = new Deflater();
        Inflater u = new Inflater();
        int n = 0;
        for (int i = 0; i < 3; i++) {
            step();
            d.setInput(("line " + id + i).getBytes());
            n += d.deflate(out, n, 50, Deflater.SYNC_FLUSH);
        }
        step();
        u.setInput(out, 0, n);
        try {
            n = u.inflate(back);
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        }
        step();
        if (!new String(back, 0, n).equals("line " + id + "0line " + id + "1line " + id + "2")) throw new AssertionError();
    }
}
