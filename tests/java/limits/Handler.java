/** A loop that goes through an exception handler. */
public class Handler {
    static int n;

    public static void main(String[] a) {
        while (true) {
            try {
                n++;
                throw new RuntimeException();
            } catch (RuntimeException e) {
                continue;
            }
        }
    }
}
