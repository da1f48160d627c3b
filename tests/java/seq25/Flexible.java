// Flexible constructor bodies, records in generics, enhanced instanceof in loops, module import.
import module java.base;

public class Flexible {
    static class Base { final String d; Base(String s) { d = s; show(); } void show() { System.out.println("Base.show " + d); } }
    static class Child extends Base {
        final int n; String late = "late";
        Child(int n) {
            if (n < 0) throw new IllegalArgumentException("negative");
            this.n = n * 2;
            String s = "made" + n;
            super(s);
            System.out.println("after super " + late);
        }
        @Override void show() { System.out.println("Child.show " + n + late); }
    }
    public static void main(String[] args) {
        System.out.println(new Child(4).n);
        try { new Child(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        List<String> l = Stream.of("x", "yy").map(String::toUpperCase).toList();
        System.out.println(l + Map.of("k", 1).toString() + Duration.ofSeconds(61));
    }
}
