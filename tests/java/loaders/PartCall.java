/** Another way of naming a class. */
public class PartCall implements Runnable {
    @Override
    public void run() {
        if (PartPlain.six() != 6 || new PartBelow().five() != 5) throw new Error();
    }
}
