// errors: ArithmeticException IllegalStateException
// outcomes:
public class Uncaught2 {
    public static void main(String[] a) {
        new Thread(
                        () -> {
                            throw new IllegalStateException("t");
                        })
                .start();
        int z = a.length;
        System.out.println(1 / z);
    }
}
