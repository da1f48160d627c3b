/** Another way of naming a class. */
public class PartCatch implements Runnable {
    @Override
    public void run() {
        try {
            throw new PartThrown();
        } catch (PartThrown e) {
            return;
        }
    }
}
