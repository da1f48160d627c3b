/** Says one word and counts for ever. */
public class Handler2 {
    static volatile int n;

    public static void main(String[] a) {
        System.out.println("go");
        while (true) n++;
    }
}
