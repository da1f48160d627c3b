// Records through serialization: canonical constructor runs, nested, generic, cycles through lists,
// evolution of defaults.
import java.io.*;
import java.util.*;

public class SerialRecords {
    static int made;

    record P(int x, double y, String s) implements Serializable {
        P {
            made++;
            if (x < 0) throw new IllegalArgumentException("neg " + x);
        }
    }

    record Box<T>(T t, List<T> l, byte b, char c, short h, long w, float f, boolean z)
            implements Serializable {}

    record Empty() implements Serializable {}

    record Not(Object o) implements Serializable {}

    record Rep(int v) implements Serializable {
        private Object readResolve() {
            return new Rep(v + 1);
        }
    }

    static byte[] ser(Object o) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream s = new ObjectOutputStream(b)) {
            s.writeObject(o);
        }
        return b.toByteArray();
    }

    static Object des(byte[] b) throws Exception {
        return new ObjectInputStream(new ByteArrayInputStream(b)).readObject();
    }

    public static void main(String[] args) throws Exception {
        P p = new P(1, 2.5, "q");
        System.out.println(des(ser(p)) + " " + made + " " + p.equals(des(ser(p))) + made);
        Box<P> b = new Box<>(p, List.of(p, p), (byte) 1, 'c', (short) 3, 1L << 40, 1.5f, true);
        Box<?> r = (Box<?>) des(ser(b));
        System.out.println(r + " " + r.equals(b) + (r.l().get(0) == r.t()));
        System.out.println(
                des(ser(new Empty()))
                        + " "
                        + des(ser(new Rep(1)))
                        + " "
                        + des(ser(new Box<>(null, null, (byte) 0, 'x', (short) 0, 0, 0, false))));
        byte[] raw = ser(new P(7, 0, "z"));
        for (int i = 0; i + 3 < raw.length; i++)
            if (raw[i] == 0 && raw[i + 1] == 0 && raw[i + 2] == 0 && raw[i + 3] == 7)
                raw[i] = (byte) 0x80;
        try {
            des(raw);
        } catch (InvalidObjectException e) {
            System.out.println(e.getMessage() + " / " + e.getCause());
        }
        try {
            ser(new Not(new Object()));
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                ObjectStreamClass.lookup(P.class).getSerialVersionUID()
                        + " "
                        + des(ser(new Object[] {new P(3, 4, null), Map.of("k", new Empty())})
                                        .clone())
                                .getClass()
                                .getSimpleName());
    }
}
