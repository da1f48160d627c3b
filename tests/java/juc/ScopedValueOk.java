// expect: no_errors
// jdk: 25
/** Each thread has bindings of its own; inner ones end. */
public class ScopedValueOk {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    static void as(String name) {
        ScopedValue.where(USER, name).run(() -> {
            assert USER.get().equals(name);
            ScopedValue.where(USER, "inner").run(() -> {
                assert USER.get().equals("inner");
            });
            assert USER.get().equals(name);
        });
        assert !USER.isBound();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> as("t"));
        t.start();
        as("m");
        t.join();
    }
}
