/** Another way of naming a class. */
public class PartText implements Runnable {
    @Override
    public void run() {
        if (!("a" + new PartRecord(5, "q") + PartPlain.number).equals("aPartRecord[a=5, b=q]3")) throw new Error();
    }
}
