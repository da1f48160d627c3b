// Places for exceptions to be injected at, loops that end and loops that do not, time; the argument picks.
public class Trouble {
    static int done;
    static volatile boolean stop;

    static class Base {
        int work(int n) {
            return n + 1;
        }
    }

    static class Derived extends Base {
        @Override
        int work(int n) {
            return n + 2;
        }
    }

    static void guarded(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (Throwable t) {
            System.out.println("caught " + t);
        }
    }

    static void several() {
        done = 1;
        done += 2; done += 3;
        done = 4;
    }

    static Object make() {
        return new int[4];
    }

    static long took(long since) {
        return System.currentTimeMillis() - since;
    }

    static void timed() {
        long start = System.currentTimeMillis();
        if (took(start) <= 50) System.out.println("in time");
        else System.out.println("too late");
    }

    static void longLoop() {
        int n = 0;
        for (int i = 0; i < 2000; i++) n += i;
        System.out.println("sum " + n);
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "work": guarded(() -> System.out.println("got " + new Derived().work(1))); break;
            case "several": guarded(Trouble::several); System.out.println("done " + done); break;
            case "make": guarded(Trouble::make); guarded(() -> new Base()); break;
            case "timed": timed(); break;
            case "long": longLoop(); break;
            case "endless": while (done == 0) { } break;
            case "waits": new Thread(() -> stop = true).start(); while (!stop) { } System.out.println("stopped"); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
