// Serialization: custom fields, readResolve singletons, filters, proxies, evolution of enums,
// shared and cyclic references, exceptions for what is not serializable, class descriptors.
import java.io.*;
import java.util.*;

public class SerialDeep {
    static class Temp implements Serializable {
        private static final long serialVersionUID = 7;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("celsius", double.class)
        };
        transient double kelvin;

        Temp(double k) {
            kelvin = k;
        }

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.putFields().put("celsius", kelvin - 273.15);
            o.writeFields();
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            kelvin = i.readFields().get("celsius", 0.0) + 273.15;
        }
    }

    static class One implements Serializable {
        static final One IT = new One();

        private Object readResolve() {
            return IT;
        }
    }

    static class Date2 implements Serializable {
        final int y;

        Date2(int y) {
            this.y = y;
        }

        private Object writeReplace() {
            return new Proxy(y);
        }

        private void readObject(ObjectInputStream i) throws InvalidObjectException {
            throw new InvalidObjectException("proxy required");
        }

        private static class Proxy implements Serializable {
            final int y;

            Proxy(int y) {
                this.y = y;
            }

            private Object readResolve() {
                System.out.print("[proxy]");
                return new Date2(y);
            }
        }
    }

    static class Base {
        int b = 1;

        Base() {
            b = 42;
        }
    }

    static class Child extends Base implements Serializable {
        int c = 2;
        List<Child> friends = new ArrayList<>();
        private Object self = this;
    }

    static class Holder implements Serializable {
        Object o = new Object();
        String s = "s";
    }

    static class Ext implements Externalizable {
        int v;

        public Ext() {
            System.out.print("(ctor)");
        }

        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(v * 2);
        }

        public void readExternal(ObjectInput i) throws IOException {
            v = i.readInt();
        }
    }

    enum E {
        A {
            int f() {
                return 1;
            }
        },
        B;

        int f() {
            return 2;
        }
    }

    static byte[] ser(Object... os) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) {
            for (Object x : os) o.writeObject(x);
        }
        return b.toByteArray();
    }

    static Object de(byte[] b) throws Exception {
        return new ObjectInputStream(new ByteArrayInputStream(b)).readObject();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                ((Temp) de(ser(new Temp(300)))).kelvin
                        + " "
                        + (de(ser(One.IT)) == One.IT)
                        + " "
                        + ((Date2) de(ser(new Date2(2024)))).y);
        Child c = new Child();
        c.b = 9;
        c.c = 8;
        c.friends.add(c);
        Child d = (Child) de(ser(c));
        System.out.println(d.b + " " + d.c + " " + (d.friends.get(0) == d) + (d.self == d));
        try {
            ser(new Holder());
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
        Ext x = new Ext();
        x.v = 21;
        System.out.println(((Ext) de(ser(x))).v + " " + ((E) de(ser(E.A))).f());
        byte[] two = ser("same", "same");
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(two));
        System.out.println(in.readObject() == in.readObject());
        try {
            in.readObject();
        } catch (EOFException e) {
            System.out.println("eof");
        }
        ObjectInputStream f =
                new ObjectInputStream(
                        new ByteArrayInputStream(ser(new ArrayList<>(List.of(1, 2)))));
        f.setObjectInputFilter(
                i ->
                        i.serialClass() == Integer.class
                                ? ObjectInputFilter.Status.REJECTED
                                : ObjectInputFilter.Status.UNDECIDED);
        try {
            f.readObject();
        } catch (InvalidClassException e) {
            System.out.println(e.getMessage());
        }
        try {
            de(new byte[] {1, 2, 3, 4});
        } catch (StreamCorruptedException e) {
            System.out.println(e.getMessage());
        }
        byte[] bad = ser(new Temp(1));
        bad[bad.length - 9] ^= 0x40;
        try {
            System.out.println(((Temp) de(bad)).kelvin > 0);
        } catch (Exception e) {
            System.out.println(e.getClass());
        }
        System.out.println(
                ObjectStreamClass.lookup(Temp.class)
                        + " "
                        + ObjectStreamClass.lookup(Temp.class).getFields().length
                        + " "
                        + ObjectStreamClass.lookup(Object.class)
                        + " "
                        + HexFormat.of().formatHex(ser("hi")));
        Map<String, int[]> m =
                new TreeMap<>(
                        Comparator.comparing(
                                (java.util.function.Function<String, Integer> & Serializable)
                                        String::length));
        m.put("abc", new int[] {1});
        m.put("z", new int[0]);
        System.out.println(
                ((Map<?, ?>) de(ser(m))).keySet()
                        + " "
                        + ((Object[]) de(ser((Object) new Object[] {1, "s", null, new long[] {5}})))
                                [1]
                        + de(ser(Optional.class))
                        + de(ser(new Locale("fr")))
                        + de(ser(new java.math.BigDecimal("1.50")))
                        + de(ser(java.time.Duration.ofSeconds(61)))
                        + de(ser(EnumSet.of(E.B)))
                        + de(ser(Collections.unmodifiableList(List.of(1)))));
        Throwable t = (Throwable) de(ser(new IllegalStateException("st", new IOException("c"))));
        System.out.println(t + " " + t.getCause() + t.getStackTrace()[0].getMethodName());
    }
}
