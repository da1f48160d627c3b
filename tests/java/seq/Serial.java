// Java serialization in memory: graphs, transient fields, custom readObject, enums, records.
import java.io.*;
import java.util.*;

public class Serial {
    static class Base {
        int b = 3;
    }

    static class N extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        int v;
        transient int t = 9;
        N next;
        List<Object> l = new ArrayList<>();
        Thread.State e = Thread.State.BLOCKED;
        final double d = 2.5;
        int[] arr = {1, 2};

        N(int v) {
            this.v = v;
        }

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeInt(v * 2);
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            t = i.readInt();
        }
    }

    record R(String s, int i) implements Serializable {}

    static class Not {}

    public static void main(String[] args) throws Exception {
        N a = new N(5), b = new N(6);
        a.next = b;
        b.next = a;
        a.b = 77;
        a.l.add("s");
        a.l.add(a);
        a.l.add(Map.of("k", 1));
        a.l.add(new R("r", 4));
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(bo)) {
            o.writeObject(a);
            o.writeObject(new int[][] {{1}, {2, 3}});
            o.writeUTF("end");
        }
        try (ObjectInputStream i =
                new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            N c = (N) i.readObject();
            System.out.println(
                    c.v
                            + " "
                            + c.t
                            + " "
                            + (c.next.next == c)
                            + " "
                            + c.next.v
                            + " "
                            + c.b
                            + " "
                            + c.l.get(0)
                            + (c.l.get(1) == c)
                            + c.l.get(2)
                            + c.l.get(3)
                            + " "
                            + (c.e == Thread.State.BLOCKED)
                            + c.d
                            + Arrays.toString(c.arr));
            System.out.println(Arrays.deepToString((int[][]) i.readObject()) + i.readUTF());
        }
        try {
            new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Not());
        } catch (NotSerializableException e) {
            System.out.println(e);
        }
        System.out.println(ObjectStreamClass.lookup(N.class).getSerialVersionUID());
    }
}
