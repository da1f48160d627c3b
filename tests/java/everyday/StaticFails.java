// An exception in a static initializer of the main class: what java says and how it exits.
public class StaticFails {
    static int[] table = new int[2];

    static {
        System.out.println("init");
        table[2] = 1;
    }

    public static void main(String[] args) {
        System.out.println("never");
    }
}
