// clone: shallow, deep, of arrays, without Cloneable; equals/hashCode contracts; identity.
import java.util.*;

public class Cloning {
    static class Pt implements Cloneable {
        int x;
        int[] data = {1, 2};
        List<String> l = new ArrayList<>();
        final Pt link;

        Pt(int x, Pt link) {
            this.x = x;
            this.link = link;
        }

        @Override
        public Pt clone() throws CloneNotSupportedException {
            Pt p = (Pt) super.clone();
            p.data = data.clone();
            return p;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Pt && ((Pt) o).x == x && Arrays.equals(data, ((Pt) o).data);
        }

        @Override
        public int hashCode() {
            return 31 * x + Arrays.hashCode(data);
        }
    }

    static class Sub extends Pt {
        long extra = 7;

        Sub() {
            super(5, new Pt(6, null));
        }
    }

    static class No {
        Object c() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Sub s = new Sub();
        Sub t = (Sub) s.clone();
        t.x++;
        t.data[0] = 50;
        t.l.add("shared");
        t.extra++;
        System.out.println(
                s.x
                        + " "
                        + t.x
                        + " "
                        + s.data[0]
                        + " "
                        + t.data[0]
                        + " "
                        + s.l
                        + " "
                        + s.extra
                        + t.extra
                        + " "
                        + (s.link == t.link)
                        + " "
                        + t.getClass().getName());
        System.out.println(
                s.equals(t)
                        + " "
                        + s.equals(s.clone())
                        + " "
                        + (s.hashCode() == s.clone().hashCode())
                        + " "
                        + s.clone().getClass());
        try {
            new No().c();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        Set<Pt> hs = new HashSet<>();
        hs.add(s);
        hs.add(s.clone());
        hs.add(t);
        System.out.println(
                hs.size()
                        + " "
                        + hs.contains(new Pt(5, null))
                        + " "
                        + new HashSet<>(List.of(1, 2, 3)).equals(Set.of(3, 2, 1)));
        Object o = new Object();
        System.out.println(
                (o.hashCode() == System.identityHashCode(o))
                        + " "
                        + o.equals(o)
                        + " "
                        + o.equals(null)
                        + " "
                        + Objects.hash(1, "a", null)
                        + " "
                        + Objects.equals(null, null)
                        + " "
                        + System.identityHashCode(null)
                        + " "
                        + o.toString().startsWith("java.lang.Object@"));
        System.out.println(
                "ab".hashCode()
                        + " "
                        + Boolean.hashCode(true)
                        + " "
                        + Double.hashCode(1.5)
                        + " "
                        + List.of(1, 2).hashCode()
                        + " "
                        + Map.of(1, 2).hashCode()
                        + " "
                        + Character.valueOf('x').hashCode()
                        + " "
                        + Long.valueOf(-1).hashCode()
                        + " "
                        + Optional.of(3).hashCode());
        ArrayList<Object> al = new ArrayList<>(List.of(1, new int[0]));
        @SuppressWarnings("unchecked")
        ArrayList<Object> al2 = (ArrayList<Object>) al.clone();
        al2.add("z");
        System.out.println(al.size() + " " + al2.size() + " " + (al.get(1) == al2.get(1)));
        IdentityHashMap<String, Integer> ih = new IdentityHashMap<>();
        ih.put("k", 1);
        ih.put(new String("k"), 2);
        System.out.println(ih.size() + " " + ih.get("k"));
        HashMap<Object, Integer> hm = new HashMap<>(Map.of("a", 1));
        @SuppressWarnings("unchecked")
        Map<Object, Integer> hm2 = (Map<Object, Integer>) hm.clone();
        hm2.put("b", 2);
        System.out.println(hm + " " + hm2);
    }
}
