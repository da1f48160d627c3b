// A native method without its library: UnsatisfiedLinkError, its text and its trace.
public class Natives {
    native int missing(int a, String b);
    static native void stat();
    public static void main(String[] args) {
        try { new Natives().missing(1, "x"); } catch (UnsatisfiedLinkError e) { System.out.println(e.getMessage()); }
        stat();
    }
}
