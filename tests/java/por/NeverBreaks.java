// verdict: by variant, see tests/test_sharedness.py
import gov.nasa.jpf.annotation.NeverBreak;

/** Two threads add to a counter without a lock; an annotation may take its accesses out. */
public class NeverBreaks {
    interface Counter {
        void add();

        int get();
    }

    static class Plain implements Counter {
        int n;

        public void add() {
            n = n + 1;
        }

        public int get() {
            return n;
        }
    }

    static class Field implements Counter {
        @Deprecated @NeverBreak int n;

        public void add() {
            n = n + 1;
        }

        public int get() {
            return n;
        }
    }

    @NeverBreak
    static class Type implements Counter {
        int n;

        public void add() {
            n = n + 1;
        }

        public int get() {
            return n;
        }
    }

    static class Method extends Plain {
        @NeverBreak
        @Override
        public void add() {
            super.add();
        }
    }

    static class Static implements Counter {
        @NeverBreak static int n;

        public void add() {
            n = n + 1;
        }

        public int get() {
            return n;
        }
    }

    /** The fields of a superclass are its own matter. */
    @NeverBreak
    static class Sub extends Plain {}

    public static void main(String[] args) throws Exception {
        Counter c = (Counter) Class.forName("NeverBreaks$" + args[0]).getDeclaredConstructor().newInstance();
        Thread t = new Thread(c::add);
        t.start();
        c.add();
        t.join();
        assert c.get() == 2 : "lost";
    }
}
