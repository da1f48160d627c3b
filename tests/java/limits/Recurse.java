/** One transition that takes for ever: every overflow of the stack is handled by filling it again. */
public class Recurse {
    static void f() {
        try {
            f();
        } finally {
            f();
        }
    }

    public static void main(String[] a) {
        f();
    }
}
