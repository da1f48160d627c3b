import gov.nasa.jpf.vm.Verify;

/** Properties that the program sets: each path has its own. */
public class Settings {
    static int seen;

    static void branch() {
        boolean set = Verify.getBoolean(true);
        if (set) Verify.setProperties("cg.boolean.false_first=false", "mine = 3");
        boolean first = Verify.getBoolean();
        System.out.println(set + " " + first + " " + Verify.getProperty("mine"));
    }

    static void named() {
        int n = Verify.getInt(1, 2);
        Verify.setProperties("x.class=IntIntervalGenerator", "x.min=" + n, "x.max=" + 2 * n);
        System.out.println(n + " " + Verify.getInt("x"));
    }

    /** A generator of the host's: name, parameters. */
    static void python(String name, String parameter) {
        Verify.setProperties("x.class=" + name, "x." + parameter);
        System.out.println(Verify.getInt("x"));
    }

    /** x.class is configured. */
    static void own() {
        int n = Verify.getInt(1, 2);
        Verify.setProperties("x.low=" + n, "x.high=" + 2 * n);
        System.out.println(n + " " + Verify.getInt("x"));
    }

    static void error() {
        if (Verify.getBoolean()) Verify.setProperties("x.class=IntIntervalGenerator", "x.min=5", "x.max=7");
        else Verify.setProperties("x.class=IntChoiceFromList", "x.values=1,2,3");
        int x = Verify.getInt("x");
        assert x != 6 : "six";
    }

    /** The same heap, other properties: other states. */
    static void matched() {
        int n = Verify.getInt(1, 2);
        Verify.setProperties("mine=" + n);
        n = 0;
        Verify.breakTransition("here");
        System.out.println(Verify.getProperty("mine"));
    }

    /** One thread sets, the other asks: both orders. */
    static void threads() throws InterruptedException {
        Verify.setProperties("x.class=IntChoiceFromList", "x.values=1");
        Thread t = new Thread(() -> Verify.setProperties("x.values=2,3"));
        t.start();
        int x = Verify.getInt("x");
        t.join();
        System.out.println(x);
    }

    /** Asked for before anybody is known to set. */
    static void later() throws InterruptedException {
        Thread t = new Thread(() -> {
            int x = Verify.getProperty("mine") == null ? 0 : 1;
            seen = x;
        });
        t.start();
        Verify.setProperties("mine=1");
        t.join();
        System.out.println(seen);
    }

    static void late() {
        Verify.setProperties("search.depth_limit=3", "race.include=A", "mine=1", "cg.boolean.false_first=false",
            "listener=PreciseRaceDetector");
        System.out.println(Verify.getBoolean());
    }

    static void wrong() {
        Verify.setProperties("cg.boolean.false_first=flase");
        Verify.getBoolean();
    }

    static void back() {
        boolean b = Verify.getBoolean(true);
        if (b) {
            Verify.setProperties("mine=1");
            Verify.setProperties("mine=0");
        }
        b = false;
        Verify.breakTransition("here");
        System.out.println(Verify.getProperty("mine"));
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "branch" -> branch();
        case "named" -> named();
        case "python" -> python(args[1], args[2]);
        case "own" -> own();
        case "error" -> error();
        case "matched" -> matched();
        case "threads" -> threads();
        case "later" -> later();
        case "late" -> late();
        case "wrong" -> wrong();
        case "back" -> back();
        }
    }
}
