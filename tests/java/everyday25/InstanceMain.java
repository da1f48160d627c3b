// main as an instance method with arguments in a class with state; flexible constructor bodies.
public class InstanceMain {
    int v = 3;
    static int n;

    static class B {
        final int x;

        B(int x) {
            this.x = x;
            show();
        }

        void show() {
            System.out.println("B" + x);
        }
    }

    static class C extends B {
        final String s;

        C(int k) {
            if (k < 0) throw new IllegalArgumentException("neg");
            s = "set" + k;
            int y = k * 2;
            super(y);
        }

        void show() {
            System.out.println("C" + x + s);
        }
    }

    void main(String[] args) {
        n++;
        System.out.println(v + args.length + n);
        new C(2);
        try {
            new C(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
