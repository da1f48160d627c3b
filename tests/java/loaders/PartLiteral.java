/** Another way of naming a class. */
public class PartLiteral implements Runnable {
    @Override
    public void run() {
        if (PartBelow.class.getInterfaces()[0].getName().length() != 8) throw new Error();
        if (PartRecord[].class.getComponentType().getDeclaredMethods().length != 5) throw new Error();
    }
}
