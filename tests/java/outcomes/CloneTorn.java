// outcomes: 0 0|0 1|1 0|1 1
// errors:
/** The fields of an object are cloned one after the other. */
public class CloneTorn implements Cloneable {
    int x, y;

    public static void main(String[] args) throws Exception {
        CloneTorn c = new CloneTorn();
        Thread t = new Thread(() -> {
            c.x = 1;
            c.y = 1;
        });
        t.start();
        CloneTorn d = (CloneTorn) c.clone();
        System.out.println("R " + d.x + " " + d.y);
    }
}
