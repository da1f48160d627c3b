// errors: ArithmeticException
// outcomes: 5|10|skip
public class DivRace {
    static volatile int d = 2;

    public static void main(String[] z) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            d = 1;
                            d = 0;
                        });
        t.start();
        if (d != 0) System.out.println("R " + 10 / d);
        else System.out.println("R skip");
    }
}
