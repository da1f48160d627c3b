// A race between two methods of different classes on a field of a third one; assertions that fail by name.
package pat;

public class Access {
    static class Data { int n; Object o = new int[1]; }
    static class Reader { int get(Data d) { return d.n; } }
    static class Writer {
        void set(Data d) { d.n = 1; }
        void set(Data d, int v) { d.n = v; }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("asserts")) {
            for (Runnable r : new Runnable[] {() -> new FirstAS().run(), () -> new Second().run()})
                try { r.run(); } catch (AssertionError e) { System.out.println(e.getMessage()); }
            return;
        }
        Data d = new Data();
        Thread t = new Thread(() -> new Writer().set(d), "the writer");
        t.start();
        if (args[0].equals("reflect")) Data.class.getDeclaredField("n").setInt(d, 2);
        else new Reader().get(d);
        t.join();
    }
}

class FirstAS { // javac asks the outermost class about its assertions
    static class In { void run() { assert false : "FirstAS"; } }
    void run() { new In().run(); }
}

class Second { void run() { assert false : "Second"; } }
