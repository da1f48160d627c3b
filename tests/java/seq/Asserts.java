// assert with -ea, with details, switched per class by the class loader.
public class Asserts {
    static class Off {
        static int run(int x) {
            assert x > 0 : x;
            return x;
        }
    }

    static class On {
        static int run(int x) {
            assert x > 0 : "x is " + x;
            return x;
        }
    }

    static class Cause {
        static void run() {
            assert false : new RuntimeException("cause");
        }
    }

    static int side;

    public static void main(String[] args) {
        boolean on = false;
        assert on = true;
        System.out.println(
                "enabled "
                        + on
                        + " "
                        + Asserts.class.desiredAssertionStatus()
                        + " "
                        + String.class.desiredAssertionStatus());
        ClassLoader cl = Asserts.class.getClassLoader();
        cl.setClassAssertionStatus("Asserts$Off", false);
        System.out.println(Off.run(-1));
        try {
            On.run(-1);
        } catch (AssertionError e) {
            System.out.println(e);
        }
        try {
            Cause.run();
        } catch (AssertionError e) {
            System.out.println(e + " / " + e.getCause());
        }
        try {
            assert side++ > 5;
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + side + " " + e.getStackTrace()[0]);
        }
        try {
            assert false : 'c';
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            assert false : 2.5;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            assert false : (Object) null;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        cl.setDefaultAssertionStatus(false);
        System.out.println(
                new Object() {
                            boolean t() {
                                boolean r = false;
                                assert r = true;
                                return r;
                            }
                        }.t()
                        + " "
                        + Asserts.class.desiredAssertionStatus());
        throw new AssertionError("last", new Error("reason"));
    }
}
