import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Another way of naming a class. */
public class PartLambda implements Runnable {
    @Override
    public void run() {
        Supplier<PartPlain> s = PartPlain::new;
        IntSupplier i = s.get()::five;
        if (i.getAsInt() != 5) throw new Error();
    }
}
