import java.io.RandomAccessFile;
import java.time.Instant;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Two threads, and what main tells at the end of what both have seen: each has an answer that one order alone gives. */
public class Told {
    interface Body {
        Object of() throws Exception;
    }

    static Object mine, others;

    static class Loader extends ClassLoader {
        Loader() {
            super(Told.class.getClassLoader());
        }

        Class<?> find(String name) {
            return findLoadedClass(name);
        }

        String define(byte[] b) {
            try {
                defineClass(null, b, 0, b.length);
                return "ok";
            } catch (LinkageError e) {
                return "dup";
            }
        }
    }

    static class Defined {}

    static class Asserts {
        static boolean on;

        static {
            assert on = true;
        }
    }

    static void beside(Body other, Body own) throws Exception {
        Thread t = new Thread(() -> {
            try {
                others = other.of();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        mine = own.of();
        t.join();
    }

    static void sums(IntConsumer add, Body sum, Body last) throws Exception {
        beside(() -> {
            add.accept(1);
            return sum.of();
        }, () -> {
            add.accept(2);
            return last.of();
        });
    }

    static void loads(BiFunction<Loader, byte[], Object> own) throws Exception {
        Loader l = new Loader();
        byte[] b = Told.class.getResourceAsStream("Told$Defined.class").readAllBytes();
        beside(() -> l.define(b), () -> own.apply(l, b));
    }

    static long since(long first) {
        return Instant.now().toEpochMilli() - first;
    }

    public static void main(String[] a) throws Exception {
        long first = System.currentTimeMillis();
        switch (a[0]) {
            case "instant" -> beside(() -> {
                Thread.sleep(4);
                return since(first);
            }, () -> {
                Thread.sleep(6);
                return since(first);
            });
            case "awaitNanos" -> beside(() -> {
                ReentrantLock l = new ReentrantLock();
                Condition c = l.newCondition();
                l.lock();
                return c.awaitNanos(20_000_000);
            }, () -> {
                Thread.sleep(6);
                return since(first);
            });
            case "sumThenReset" -> {
                LongAdder x = new LongAdder();
                sums(x::add, x::sum, x::sumThenReset);
            }
            case "doubleSum" -> {
                DoubleAdder x = new DoubleAdder();
                sums(x::add, x::sum, x::sumThenReset);
            }
            case "seek" -> {
                RandomAccessFile f = new RandomAccessFile("/tmp/jpfpy-told", "rw");
                beside(() -> {
                    f.write(1);
                    return f.getFilePointer();
                }, () -> {
                    f.seek(0);
                    return f.read();
                });
            }
            case "position" -> {
                RandomAccessFile f = new RandomAccessFile("/tmp/jpfpy-told", "rw");
                beside(() -> {
                    f.seek(3);
                    return 0;
                }, () -> f.getChannel().position());
            }
            case "find" -> loads((l, b) -> l.find("Told$Defined") != null);
            case "define" -> loads(Loader::define);
            default -> beside(() -> {
                ClassLoader.getSystemClassLoader().setDefaultAssertionStatus(false);
                return 0;
            }, () -> Asserts.on);
        }
        throw new IllegalStateException(mine + " " + others);
    }
}
