// A failing initializer: ExceptionInInitializerError first, NoClassDefFoundError then, with causes.
public class InitFailure {
    static class Bad { static int v = Integer.parseInt("nope"); static void m() { } }
    static class BadErr { static { if (true) throw new LinkageError("mine"); } static int x = 1; }
    static class Child extends Bad { static { System.out.println("never"); } }
    static class Half { static int a = 1; static int b = a / (a - 1); }
    enum Broken { ONE, TWO; static final int[] T = new int[1]; static { T[values().length] = 1; } }
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                Bad.m();
            } catch (Throwable t) {
                System.out.println(t + " / " + t.getCause());
                t.printStackTrace();
            }
            try {
                System.out.println(BadErr.x);
            } catch (Throwable t) {
                System.out.println(t + " / " + t.getCause());
            }
            try {
                new Child();
            } catch (Throwable t) {
                System.out.println(t + " / " + t.getCause());
            }
            try {
                System.out.println(Broken.ONE);
            } catch (Throwable t) {
                System.out.println(t + " / " + t.getCause());
            }
        }
        try {
            Class.forName("no.such.Thing");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
            e.printStackTrace();
        }
        System.out.println(Half.b);
    }
}
