/** Two threads that print. */
public class Says {
    static void says(String what) {
        System.out.println(what);
    }

    public static void main(String[] args) {
        says("one");
        new Thread(() -> says("two"), "speaker").start();
    }
}
