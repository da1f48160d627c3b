// halt from a hook decides the status; no other output follows.
public class HaltInHook {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.out.println("halting");
            Runtime.getRuntime().halt(9);
        }));
        throw new IllegalStateException("main dies");
    }
}
