/** Prints for ever, in states that all differ. */
public class Talk2 {
    static int n;

    public static void main(String[] a) {
        for (;;) System.out.println("line " + n++);
    }
}
