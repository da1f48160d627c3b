// expect: violation uncaught_exception java.util.NoSuchElementException
// jdk: 25
/** A plain thread does not inherit bindings. */
public class ScopedValueUnbound {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] args) {
        ScopedValue.where(USER, "m").run(() -> new Thread(() -> USER.get().length()).start());
    }
}
