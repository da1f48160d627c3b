/** Another way of naming a class. */
public class PartNew implements Runnable {
    @Override
    public void run() {
        new PartPlain();
    }
}
