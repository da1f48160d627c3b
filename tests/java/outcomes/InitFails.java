// errors:
// outcomes: EIIE NCDFE|NCDFE EIIE
public class InitFails {
    static class Bad {
        static int x;

        static {
            if (true) throw new RuntimeException("init");
        }
    }

    static String r0, r1;

    static String go() {
        try {
            return "" + Bad.x;
        } catch (ExceptionInInitializerError e) {
            return "EIIE";
        } catch (NoClassDefFoundError e) {
            return "NCDFE";
        }
    }

    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> r0 = go()), u = new Thread(() -> r1 = go());
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + r0 + " " + r1);
    }
}
