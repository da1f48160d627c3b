// tests/test_race.py: every case by name; those that begin with "bad" have a data race, the others
// none.
import java.io.ByteArrayInputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.zip.CRC32;

public class RaceEdges {
    static int data, other;
    static volatile boolean flag;
    static volatile Thread waiter;
    static int plain;
    static int[] cells = new int[4];
    static char[] letters = {'a', 'b'};
    static byte[] bytes = new byte[2];
    static String[] names = {"a", "b"};
    static final Object LOCK = new Object();
    static final VarHandle PLAIN, CELL = MethodHandles.arrayElementVarHandle(int[].class);
    static Box box;
    static volatile Box vbox;
    static Lazy lazy;
    static volatile Lazy vlazy;

    static {
        try {
            PLAIN = MethodHandles.lookup().findStaticVarHandle(RaceEdges.class, "plain", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static class Box {
        final int x;
        final int[] content;
        int loose;

        Box(int x) {
            this.x = x;
            content = new int[] {x};
            loose = x;
        }
    }

    static class Lazy {
        int v = 1;
    }

    static class Holder {
        static int made = 5;
        static final List<String> LIST = new ArrayList<>(List.of("a"));
        static int[] arr = {1, 2};
    }

    static void both(Runnable a, Runnable b) throws Exception {
        Thread t = new Thread(a), u = new Thread(b);
        t.start();
        u.start();
        t.join();
        u.join();
    }

    static Lazy unsafeLazy() {
        if (lazy == null)
            synchronized (LOCK) {
                if (lazy == null) lazy = new Lazy();
            }
        return lazy;
    }

    static Lazy safeLazy() {
        Lazy l = vlazy;
        if (l == null)
            synchronized (LOCK) {
                l = vlazy;
                if (l == null) vlazy = l = new Lazy();
            }
        return l;
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "start":
                {
                    data = 1;
                    Thread t = new Thread(() -> data++);
                    t.start();
                    t.join();
                    data++;
                    break;
                }
            case "isAlive":
                {
                    Thread t = new Thread(() -> data = 1);
                    t.start();
                    while (t.isAlive()) Thread.yield();
                    data++;
                    break;
                }
            case "badTimedJoin":
                {
                    Thread t = new Thread(() -> data = 1);
                    t.start();
                    t.join(1);
                    data++;
                    break;
                }
            case "badAfterStart":
                {
                    Thread t = new Thread(() -> data++);
                    t.start();
                    data = 1;
                    t.join();
                    break;
                }
            case "waitNotify":
                both(
                        () -> {
                            synchronized (LOCK) {
                                while (!flag)
                                    try {
                                        LOCK.wait();
                                    } catch (InterruptedException e) {
                                    }
                            }
                            data++;
                        },
                        () -> {
                            data = 1;
                            synchronized (LOCK) {
                                flag = true;
                                LOCK.notify();
                            }
                        });
                break;
            case "park":
                {
                    Thread t =
                            new Thread(
                                    () -> {
                                        LockSupport.park();
                                        other = data;
                                    });
                    t.start();
                    data = 1;
                    LockSupport.unpark(t);
                    t.join();
                    break;
                }
            case "interrupt":
                {
                    Thread t =
                            new Thread(
                                    () -> {
                                        while (!Thread.currentThread().isInterrupted())
                                            Thread.yield();
                                        other = data;
                                    });
                    t.start();
                    data = 1;
                    t.interrupt();
                    t.join();
                    break;
                }
            case "interruptedWait":
                {
                    Thread t =
                            new Thread(
                                    () -> {
                                        synchronized (LOCK) {
                                            try {
                                                LOCK.wait();
                                            } catch (InterruptedException e) {
                                                other = data;
                                            }
                                        }
                                    });
                    t.start();
                    data = 1;
                    t.interrupt();
                    t.join();
                    break;
                }
            case "volatile":
                both(
                        () -> {
                            data = 1;
                            flag = true;
                        },
                        () -> {
                            if (flag) other = data;
                        });
                break;
            case "badVolatile":
                both(
                        () -> {
                            flag = true;
                            data = 1;
                        },
                        () -> {
                            if (flag) other = data;
                        });
                break;
            case "vhRelease":
                both(
                        () -> {
                            data = 1;
                            PLAIN.setRelease(1);
                        },
                        () -> {
                            if ((int) PLAIN.getAcquire() == 1) other = data;
                        });
                break;
            case "vhCas":
                both(
                        () -> {
                            if (PLAIN.compareAndSet(0, 1)) data++;
                        },
                        () -> {
                            if (PLAIN.compareAndSet(0, 1)) data++;
                        });
                break;
            case "badVhPlain":
                both(() -> PLAIN.set(1), () -> PLAIN.set(2));
                break;
            case "badVhElement":
                both(() -> CELL.set(cells, 1, 1), () -> CELL.set(cells, 1, 2));
                break;
            case "badNewString":
                both(() -> letters[1] = 'x', () -> new String(letters));
                break;
            case "badReadInto":
                both(() -> bytes[1]++, () -> new ByteArrayInputStream(new byte[] {1, 2}).readNBytes(bytes, 0, 2));
                break;
            case "badChecksum":
                both(() -> bytes[1] = 1, () -> new CRC32().update(bytes));
                break;
            case "badClone":
                both(() -> cells[1] = 1, () -> cells.clone());
                break;
            case "badListOf":
                both(() -> names[1] = "x", () -> List.of(names));
                break;
            case "checksumOfRest":
                both(() -> bytes[0] = 1, () -> new CRC32().update(bytes, 1, 1));
                break;
            case "newStringLocked":
                both(
                        () -> {
                            synchronized (LOCK) {
                                letters[1] = 'x';
                            }
                        },
                        () -> {
                            synchronized (LOCK) {
                                new String(letters);
                            }
                        });
                break;
            case "vhElements":
                both(() -> CELL.set(cells, 1, 1), () -> CELL.set(cells, 2, 2));
                break;
            case "vhElementVolatile":
                both(
                        () -> {
                            data = 1;
                            CELL.setVolatile(cells, 1, 1);
                        },
                        () -> {
                            if ((int) CELL.getVolatile(cells, 1) == 1) other = data;
                        });
                break;
            case "fence":
                both(
                        () -> {
                            data = 1;
                            VarHandle.releaseFence();
                            PLAIN.setOpaque(1);
                        },
                        () -> {
                            int p = (int) PLAIN.getOpaque();
                            VarHandle.acquireFence();
                            if (p == 1) other = data;
                        });
                break;
            case "finalField":
                both(
                        () -> vbox = new Box(3),
                        () -> {
                            Box b = vbox;
                            if (b != null) other = b.x + b.content[0] + b.loose;
                        });
                break;
            case "badPublish":
                both(
                        () -> box = new Box(3),
                        () -> {
                            Box b = box;
                            if (b != null) other = b.x + b.content[0];
                        });
                break;
            case "classInit":
                both(
                        () -> other = Holder.made,
                        () -> {
                            int k = Holder.LIST.size() + Holder.arr[0];
                        });
                break;
            case "badStatic":
                both(() -> Holder.made++, () -> Holder.made++);
                break;
            case "badLazy":
                both(() -> unsafeLazy(), () -> unsafeLazy());
                break;
            case "lazy":
                both(
                        () -> {
                            int k = safeLazy().v;
                        },
                        () -> {
                            int k = safeLazy().v;
                        });
                break;
            case "arraycopy":
                both(
                        () -> System.arraycopy(new int[2], 0, cells, 0, 2),
                        () -> System.arraycopy(new int[2], 0, cells, 2, 2));
                break;
            case "badArraycopy":
                both(() -> System.arraycopy(new int[3], 0, cells, 0, 3), () -> cells[2] = 1);
                break;
            case "lock":
                {
                    ReentrantLock l = new ReentrantLock();
                    Runnable r =
                            () -> {
                                l.lock();
                                try {
                                    data++;
                                } finally {
                                    l.unlock();
                                }
                            };
                    both(r, r);
                    break;
                }
            case "badLock":
                {
                    ReentrantLock l = new ReentrantLock();
                    both(
                            () -> {
                                l.lock();
                                try {
                                    data++;
                                } finally {
                                    l.unlock();
                                }
                            },
                            () -> {
                                if (l.tryLock()) l.unlock();
                                data++;
                            });
                    break;
                }
            case "rwLock":
                {
                    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                    both(
                            () -> {
                                l.writeLock().lock();
                                data++;
                                l.writeLock().unlock();
                            },
                            () -> {
                                l.readLock().lock();
                                int k = data;
                                l.readLock().unlock();
                            });
                    break;
                }
            case "badRwLock":
                {
                    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                    both(
                            () -> {
                                l.readLock().lock();
                                data++;
                                l.readLock().unlock();
                            },
                            () -> {
                                l.readLock().lock();
                                data++;
                                l.readLock().unlock();
                            });
                    break;
                }
            case "stamped":
                {
                    StampedLock l = new StampedLock();
                    both(
                            () -> {
                                long s = l.writeLock();
                                data++;
                                l.unlockWrite(s);
                            },
                            () -> {
                                long s = l.readLock();
                                int k = data;
                                l.unlockRead(s);
                            });
                    break;
                }
            case "condition":
                {
                    ReentrantLock l = new ReentrantLock();
                    Condition c = l.newCondition();
                    both(
                            () -> {
                                l.lock();
                                try {
                                    while (other == 0) c.awaitUninterruptibly();
                                } finally {
                                    l.unlock();
                                }
                                data++;
                            },
                            () -> {
                                data = 1;
                                l.lock();
                                try {
                                    other = 1;
                                    c.signal();
                                } finally {
                                    l.unlock();
                                }
                            });
                    break;
                }
            case "latch":
                {
                    CountDownLatch l = new CountDownLatch(1);
                    both(
                            () -> {
                                data = 1;
                                l.countDown();
                            },
                            () -> {
                                try {
                                    l.await();
                                } catch (InterruptedException e) {
                                }
                                other = data;
                            });
                    break;
                }
            case "barrier":
                {
                    CyclicBarrier l = new CyclicBarrier(2);
                    both(
                            () -> {
                                cells[0] = 1;
                                await(l);
                                other = cells[1];
                            },
                            () -> {
                                cells[1] = 1;
                                await(l);
                                data = cells[0];
                            });
                    break;
                }
            case "badBarrier":
                {
                    CyclicBarrier l = new CyclicBarrier(2);
                    both(
                            () -> {
                                cells[0] = 1;
                                await(l);
                                data = 1;
                            },
                            () -> {
                                cells[1] = 1;
                                await(l);
                                data = 2;
                            });
                    break;
                }
            case "semaphore":
                {
                    Semaphore s = new Semaphore(1);
                    Runnable r =
                            () -> {
                                s.acquireUninterruptibly();
                                data++;
                                s.release();
                            };
                    both(r, r);
                    break;
                }
            case "badSemaphore":
                {
                    Semaphore s = new Semaphore(2);
                    Runnable r =
                            () -> {
                                s.acquireUninterruptibly();
                                data++;
                                s.release();
                            };
                    both(r, r);
                    break;
                }
            case "queue":
                {
                    LinkedBlockingQueue<Box> q = new LinkedBlockingQueue<>();
                    both(
                            () -> {
                                data = 1;
                                q.add(new Box(1));
                            },
                            () -> {
                                try {
                                    other = q.take().loose + data;
                                } catch (InterruptedException e) {
                                }
                            });
                    break;
                }
            case "map":
                {
                    ConcurrentHashMap<String, int[]> m = new ConcurrentHashMap<>();
                    both(
                            () -> m.put("a", new int[] {1}),
                            () -> {
                                int[] v = m.get("a");
                                if (v != null) other = v[0];
                            });
                    break;
                }
            case "badMapValue":
                {
                    ConcurrentHashMap<String, int[]> m = new ConcurrentHashMap<>();
                    m.put("a", new int[1]);
                    Runnable r = () -> m.get("a")[0]++;
                    both(r, r);
                    break;
                }
            case "executor":
                {
                    ExecutorService e = Executors.newFixedThreadPool(1);
                    data = 1;
                    Future<Integer> f = e.submit(() -> ++data);
                    other = f.get() + data;
                    e.shutdown();
                    break;
                }
            case "future":
                {
                    CompletableFuture<Void> f = new CompletableFuture<>();
                    both(
                            () -> {
                                data = 1;
                                f.complete(null);
                            },
                            () -> {
                                f.join();
                                other = data;
                            });
                    break;
                }
            case "atomicRef":
                {
                    AtomicReference<Box> r = new AtomicReference<>();
                    both(
                            () -> r.lazySet(new Box(1)),
                            () -> {
                                Box b = r.get();
                                if (b != null) other = b.loose;
                            });
                    break;
                }
            case "badSync":
                both(
                        () -> {
                            synchronized (new Object()) {
                                data++;
                            }
                        },
                        () -> {
                            synchronized (LOCK) {
                                data++;
                            }
                        });
                break;
            case "badReadWrite":
                both(
                        () -> {
                            other = data;
                        },
                        () -> data = 1);
                break;
            case "badThird":
                {
                    Thread t =
                            new Thread(
                                    () -> {
                                        synchronized (LOCK) {
                                            data++;
                                        }
                                    });
                    t.start();
                    both(
                            () -> {
                                synchronized (LOCK) {
                                    data++;
                                }
                            },
                            () -> {
                                if (flag || other == 0) data++;
                            });
                    t.join();
                    break;
                }
            case "threadLocal":
                {
                    ThreadLocal<int[]> l = ThreadLocal.withInitial(() -> new int[1]);
                    Runnable r = () -> l.get()[0]++;
                    both(r, r);
                    break;
                }
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    static void await(CyclicBarrier b) {
        try {
            b.await();
        } catch (InterruptedException | BrokenBarrierException e) {
        }
    }
}
