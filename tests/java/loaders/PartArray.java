/** Another way of naming a class. */
public class PartArray implements Runnable {
    @Override
    public void run() {
        Object o = new PartRecord[2][3];
        if (o.getClass().getClassLoader() != getClass().getClassLoader()) throw new Error();
        if (new PartPlain[1].getClass().getClassLoader() != getClass().getClassLoader()) throw new Error();
    }
}
