// Something of each kind happens in the middle of a transition that then loops for ever.
public class Midway {
    static class Thing { int n; }
    static class Bad extends RuntimeException { }
    static class Late { static int x = 1; }
    static int sink;
    static final Thing lock = new Thing();

    static void enter() { }

    static void happen(String what) {
        switch (what) {
        case "object_created": new Thing(); break;
        case "object_locked": synchronized (lock) { sink++; } break;
        case "object_unlocked": synchronized (lock) { sink++; } break;
        case "class_loaded": sink = Late.x; break;
        case "exception_thrown": try { throw new Bad(); } catch (Bad e) { sink++; } break;
        case "exception_handled": try { throw new Bad(); } catch (Bad e) { sink++; } break;
        case "method_entered": enter(); break;
        case "method_exited": enter(); break;
        case "execute_instruction": enter(); break;
        case "instruction_executed": enter(); break;
        case "thread_started": new Thread(() -> { }).start(); break;
        case "object_notify": synchronized (lock) { lock.notify(); } break;
        default: throw new Error(what);
        }
    }

    public static void main(String[] args) {
        happen(args[0]);
        if (args[1].equals("loop"))
            for (long i = 0; i >= 0; i++) sink += (int) i;
    }
}
