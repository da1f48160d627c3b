// Ends with a status: where a race went one way, or (always) on every path.
public class Exits {
    static int x;

    static void leave(String how, int status) {
        switch (how) {
        case "exit": System.exit(status); break;
        case "runtime": Runtime.getRuntime().exit(status); break;
        case "halt": Runtime.getRuntime().halt(status); break;
        default: System.exit(status);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        if (args[0].equals("always")) {
            t.join();
            leave(args[0], Integer.parseInt(args[1]));
        }
        if (x == 1) leave(args[0], Integer.parseInt(args[1]));
        t.join();
    }
}
