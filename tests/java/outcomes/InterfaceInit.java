// errors:
// outcomes: IA|A
public class InterfaceInit {
    static StringBuffer s = new StringBuffer();

    interface I {
        int X = log("I");

        default void m() {}
    }

    static int log(String t) {
        s.append(t);
        return 1;
    }

    static class A implements I {
        static {
            log("A");
        }
    }

    interface J {
        int Y = log("J");
    }

    static class B implements J {
        static {
            log("A");
        }
    }

    public static void main(String[] z) throws Exception {
        if (gov.nasa.jpf.vm.Verify.getBoolean()) new A();
        else new B();
        System.out.println("R " + s);
    }
}
