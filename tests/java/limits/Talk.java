/** Prints for ever. */
public class Talk {
    public static void main(String[] a) {
        for (;;) System.out.println("x");
    }
}
