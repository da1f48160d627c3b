/** Another way of naming a class. */
public class PartStatic implements Runnable {
    @Override
    public void run() {
        if (PartPlain.number != 3) throw new Error();
    }
}
