// tests/test_finalize.py: objects with finalizers that are dropped in one thread, by threads, at the end, and revived.
public class Finalizers {
    static int finalized;
    static Finalizers revived;
    static Finalizers kept = new Finalizers("kept");
    final String name;
    static volatile int step;

    Finalizers(String name) { this.name = name; }

    @Override
    protected void finalize() {
        finalized++;
        System.out.println("finalize " + name);
        if (name.equals("revived")) revived = this;
        if (name.equals("bad")) throw new IllegalStateException("ignored");
    }

    static void drop(String name) { new Finalizers(name); }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "gc":
                drop("young");
                System.gc();
                System.out.println("after gc " + finalized);
                drop("bad");
                System.gc();
                System.out.println("end " + finalized);
                break;
            case "end": drop("last"); System.out.println("main ends"); break;
            case "revived":
                drop("revived");
                System.gc();
                System.out.println(revived.name + " again");
                revived = null;
                System.gc();
                System.out.println("once " + finalized);
                break;
            case "threads":
                Finalizers[] box = {new Finalizers("old")};
                Thread t = new Thread(() -> { step = 1; step = 2; });
                t.start();
                step = 3;
                box[0] = null;
                step = 4;
                t.join();
                System.gc();
                assert finalized == 1;
                break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
