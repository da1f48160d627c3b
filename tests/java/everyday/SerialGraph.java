// Object serialization: graphs, cycles, transient, inheritance, Externalizable, writeReplace,
// enums, arrays, serialVersionUID, validation.
import java.io.*;
import java.util.*;

public class SerialGraph {
    static class Node implements Serializable {
        String n;
        Node next;
        transient int t = 5;
        List<Node> kids = new ArrayList<>();

        Node(String n) {
            this.n = n;
        }
    }

    static class Par {
        int p = 1;

        Par() {
            p = 42;
        }
    }

    static class Chi extends Par implements Serializable {
        int c = 2;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeInt(p);
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            p = i.readInt() + 1000;
        }
    }

    public static class Ext implements Externalizable {
        int v;

        public Ext() {}

        Ext(int v) {
            this.v = v;
        }

        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeUTF("ext" + v);
        }

        public void readExternal(ObjectInput i) throws IOException {
            v = i.readUTF().length();
        }
    }

    enum Col {
        RED,
        GREEN {
            int x() {
                return 1;
            }
        };

        int x() {
            return 0;
        }
    }

    static class Single implements Serializable {
        static final Single I = new Single();

        private Object readResolve() {
            return I;
        }
    }

    static class Real implements Serializable {
        int q = 9;

        private Object writeReplace() {
            return new Proxy(q);
        }

        record Proxy(int q) implements Serializable {
            private Object readResolve() {
                Real r = new Real();
                r.q = q * 2;
                return r;
            }
        }
    }

    static class Fields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("renamed", int.class)
        };
        int actual = 6;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.putFields().put("renamed", actual);
            o.writeFields();
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            actual = i.readFields().get("renamed", -1) + 1;
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

    static Object cp(Object o) throws Exception {
        return des(ser(o));
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a"), b = new Node("b");
        a.next = b;
        b.next = a;
        a.kids.add(a);
        Node c = (Node) cp(a);
        System.out.println(c.next.next == c && c.kids.get(0) == c && c.t == 0 && c.n.equals("a"));
        Chi ch = new Chi();
        ch.p = 7;
        System.out.println(
                ((Chi) cp(ch)).p
                        + " "
                        + ((Ext) cp(new Ext(12))).v
                        + " "
                        + (cp(Col.GREEN) == Col.GREEN)
                        + " "
                        + (cp(Single.I) == Single.I)
                        + " "
                        + ((Real) cp(new Real())).q
                        + " "
                        + ((Fields) cp(new Fields())).actual);
        System.out.println(
                Arrays.deepToString(
                                (Object[])
                                        cp(
                                                new Object[] {
                                                    1,
                                                    "s",
                                                    new int[] {1, 2},
                                                    null,
                                                    'c',
                                                    1.5,
                                                    List.of(1),
                                                    Map.of("k", 2),
                                                    new Date(0),
                                                    new long[][] {{1}}
                                                }))
                        + " "
                        + cp(new TreeMap<>(Map.of(1, "x")))
                        + cp(new LinkedHashSet<>(List.of(3, 1)))
                        + cp(new ArrayDeque<>(List.of(1)))
                        + cp(java.time.LocalDate.of(2020, 1, 2))
                        + cp(new java.math.BigDecimal("1.50"))
                        + cp(Optional.class));
        byte[] raw = ser(new Ext(1));
        System.out.println(
                raw.length
                        + " "
                        + HexFormat.of().formatHex(raw, 0, 6)
                        + " "
                        + ObjectStreamClass.lookup(Node.class).getFields().length
                        + " "
                        + ObjectStreamClass.lookup(String.class).getSerialVersionUID()
                        + " "
                        + ObjectStreamClass.lookup(Ext.class));
        try {
            ser(new Object[] {new Thread()});
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
        raw[0] = 0;
        try {
            des(raw);
        } catch (StreamCorruptedException e) {
            System.out.println(e.getMessage());
        }
        try {
            des(Arrays.copyOf(ser("long text"), 8));
        } catch (EOFException e) {
            System.out.println("EOF");
        }
        ObjectInputStream f = new ObjectInputStream(new ByteArrayInputStream(ser(new Node("f"))));
        f.setObjectInputFilter(
                i ->
                        i.serialClass() == Node.class
                                ? ObjectInputFilter.Status.REJECTED
                                : ObjectInputFilter.Status.UNDECIDED);
        try {
            f.readObject();
        } catch (InvalidClassException e) {
            System.out.println(e.getMessage());
        }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        ObjectOutputStream os = new ObjectOutputStream(bo);
        int[] sh = {1};
        os.writeObject(sh);
        sh[0] = 2;
        os.writeObject(sh);
        os.writeUnshared(sh);
        os.reset();
        os.writeObject(sh);
        os.writeLong(5);
        os.close();
        ObjectInputStream is = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(
                ((int[]) is.readObject())[0]
                        + ""
                        + ((int[]) is.readObject())[0]
                        + ((int[]) is.readUnshared())[0]
                        + ((int[]) is.readObject())[0]
                        + is.readLong());
    }
}
