// Serialization: Externalizable, readResolve, writeReplace proxies, serialPersistentFields, transient,
// cycles, enums, arrays, validation, versions, filters.
import java.io.*;
import java.util.*;

public class SerialEdges {
    static class Ext implements Externalizable {
        int a;
        String b;
        public Ext() { System.out.print("new "); }
        Ext(int a, String b) {
            this.a = a;
            this.b = b;
        }
        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(a * 2);
            o.writeUTF(b);
        }
        public void readExternal(ObjectInput i) throws IOException {
            a = i.readInt() / 2;
            b = i.readUTF() + "!";
        }
        public String toString() { return "Ext" + a + b; }
    }
    static class NoDefault implements Externalizable {
        NoDefault(int x) {}
        public void writeExternal(ObjectOutput o) {}
        public void readExternal(ObjectInput i) {}
    }
    static class Single implements Serializable {
        static final Single ONE = new Single();
        private Object readResolve() { return ONE; }
    }
    static class Money implements Serializable {
        final long cents;
        Money(long c) { cents = c; }
        private Object writeReplace() { return new Proxy(cents); }
        private void readObject(ObjectInputStream in) throws InvalidObjectException {
            throw new InvalidObjectException("use the proxy");
        }
        private static class Proxy implements Serializable {
            String text;
            Proxy(long c) { text = c / 100 + "." + c % 100; }
            private Object readResolve() {
                String[] p = text.split("\\.");
                return new Money(Long.parseLong(p[0]) * 100 + Long.parseLong(p[1]));
            }
        }
    }
    static class Plain {
        int plain = 5;
        Plain() { plain = 6; }
    }
    static class Mixed extends Plain implements Serializable {
        private static final long serialVersionUID = 7L;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("whole", int.class), new ObjectStreamField("name", String.class)};
        transient int hidden = 3;
        int x = 1;
        String y = "y";
        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField f = out.putFields();
            f.put("whole", x * 10);
            f.put("name", y + y);
            out.writeFields();
            out.writeObject(new int[] {hidden, plain});
            out.writeLong(-1);
        }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField f = in.readFields();
            x = f.get("whole", -1);
            y = (String) f.get("name", "none");
            int[] rest = (int[]) in.readObject();
            System.out.print(f.defaulted("whole") + " " + rest[0] + rest[1] + in.readLong() + " ");
        }
    }
    static class Ring implements Serializable, ObjectInputValidation {
        Ring next;
        String name;
        transient boolean valid;
        final List<Object> bag = new ArrayList<>();
        Ring(String n) { name = n; }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, name == null ? 1 : 2);
            in.defaultReadObject();
        }
        public void validateObject() {
            valid = true;
            System.out.print("valid:" + name + " ");
        }
    }
    enum Color {
        RED,
        GREEN {
            int v() { return 2; }
        };
        int v() { return 1; }
    }
    static class Bad implements Serializable {
        Object o = new Object();
    }
    static byte[] write(Object... os) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) {
            for (Object x : os) o.writeObject(x);
        }
        return b.toByteArray();
    }
    static Object read(byte[] b) throws Exception {
        return new ObjectInputStream(new ByteArrayInputStream(b)).readObject();
    }
    public static void main(String[] args) throws Exception {
        System.out.println(read(write(new Ext(4, "b"))));
        try {
            read(write(new NoDefault(1)));
        } catch (InvalidClassException e) { System.out.println(e.getMessage()); }
        System.out.println(read(write(Single.ONE)) == Single.ONE);
        System.out.println(((Money) read(write(new Money(1234)))).cents);
        Mixed m = (Mixed) read(write(new Mixed()));
        System.out.println(m.x + m.y + m.hidden + m.plain);
        Ring r = new Ring("a");
        r.next = new Ring("b");
        r.next.next = r;
        r.bag.add(r);
        r.bag.add(Color.GREEN);
        r.bag.add(new Object[] {r.next, 1L, 'c', null});
        Ring s = (Ring) read(write(r));
        System.out.println((s.next.next == s) + "" + s.valid + (s.bag.get(0) == s) + (s.bag.get(1) == Color.GREEN)
                           + (((Object[]) s.bag.get(2))[0] == s.next));
        try {
            write(new Bad());
        } catch (NotSerializableException e) { System.out.println(e.getMessage()); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write("x", new Bad[0], 5)))) {
            System.out.println(in.readObject() + "" + ((Bad[]) in.readObject()).length + in.readObject());
            try {
                in.readObject();
            } catch (EOFException e) { System.out.println("eof " + e.getMessage()); }
        }
        byte[] w = write(new Money(5));
        w[w.length - 3] ^= 0x55;
        w[4] = 0x11;
        try {
            read(w);
        } catch (StreamCorruptedException e) { System.out.println(e.getMessage()); }
        try {
            read(new byte[] {1, 2, 3, 4});
        } catch (StreamCorruptedException e) { System.out.println(e.getMessage()); }
        System.out.println(ObjectStreamClass.lookup(Mixed.class) + " "
                           + Arrays.toString(ObjectStreamClass.lookup(Mixed.class).getFields())
                           + ObjectStreamClass.lookup(Plain.class)
                           + ObjectStreamClass.lookup(Ring.class).getSerialVersionUID() + " "
                           + ObjectStreamClass.lookup(Color.class).getSerialVersionUID() + " "
                           + ObjectStreamClass.lookup(Bad.class).getSerialVersionUID());
        ObjectInputStream fin =
            new ObjectInputStream(new ByteArrayInputStream(write(new ArrayList<>(List.of(new Single())))));
        fin.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.util.*;!SerialEdges$Single;maxdepth=3"));
        try {
            fin.readObject();
        } catch (InvalidClassException e) { System.out.println(e.getMessage()); }
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        ObjectOutputStream o = new ObjectOutputStream(b);
        int[] shared = {1};
        o.writeObject(shared);
        shared[0] = 2;
        o.writeObject(shared);
        o.reset();
        o.writeObject(shared);
        o.writeUnshared(shared);
        o.flush();
        ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(b.toByteArray()));
        int[] p = (int[]) i.readObject(), q = (int[]) i.readObject(), t = (int[]) i.readObject();
        System.out.println(p[0] + "" + q[0] + t[0] + (p == q) + (q == t) + ((int[]) i.readUnshared())[0]);
        System.out.println(Arrays.hashCode(write(new TreeMap<>(Map.of("k", 1, "j", 2)), new BitSet(), Locale.CANADA,
            new Date(5), new StringBuilder("sb"), new java.math.BigDecimal("1.50"), java.time.LocalDate.EPOCH,
            new Exception("e").getMessage(), Optional.class)));
        Object back = read(write((Object) new Object[] {new java.math.BigInteger("-99999999999999999999"),
            java.time.ZonedDateTime.of(2020, 1, 1, 1, 1, 1, 1, java.time.ZoneId.of("Asia/Tokyo")),
            new IllegalStateException("ise", new IOException("io")), new LinkedHashMap<>(Map.of(1, "one")),
            Collections.unmodifiableList(Arrays.asList(1, null)), EnumSet.of(Color.RED),
            new PriorityQueue<>(List.of(3, 1, 2)), List.of(1, 2, 3), Set.of("z"), new UUID(1, 2),
            java.net.URI.create("http://x/y")}));
        System.out.println(Arrays.deepToString((Object[]) back));
    }
}
