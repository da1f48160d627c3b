// errors: NullPointerException
// outcomes: 3|null
public class NullRaceCheck {
    static String s = "abc";

    public static void main(String[] z) throws Exception {
        Thread t = new Thread(() -> s = null);
        t.start();
        if (s != null) System.out.println("R " + s.length());
        else System.out.println("R null");
    }
}
