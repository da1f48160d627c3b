// A class with an annotation that loads a listener.
public class Marked {
    @interface Watched {}

    @Watched
    static class Inner {
        int x = 1;
    }

    public static void main(String[] args) {
        System.out.println(new Inner().x);
    }
}
