import gov.nasa.jpf.vm.Verify;

/** Threads whose output tells how their steps were interleaved; each path looks at its own. */
public class Prints {
    static int done;

    static synchronized void step(String who, int i) {
        System.out.println(who + " is at step " + i + ", a line that is longer than a piece of an image; done: " + done++);
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("before there is a choice");
        Thread t =
                new Thread(
                        () -> {
                            for (int i = 0; i < 2; i++) step("other", i);
                        });
        t.start();
        for (int i = 0; i < 2; i++) step("main", i);
        t.join();
        Verify.printPathOutput("the end");
        assert done != 4 : "all is done";
    }
}
