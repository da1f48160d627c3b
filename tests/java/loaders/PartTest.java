/** Another way of naming a class. */
public class PartTest implements Runnable {
    @Override
    public void run() {
        Object o = this;
        if (o instanceof PartRecord[] || o instanceof PartFace) throw new Error();
    }
}
