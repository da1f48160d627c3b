import java.util.*;
import java.security.*;
import java.util.function.Supplier;

/** Threads meet in what lies behind a thread's group or loader: objects of the program's own, monitors, tables. */
class Behind {
    static void out(Object o) {
        System.out.println("R "+o);
    }
    static void two(ThreadGroup g, Runnable x, Runnable y) throws Exception {
        Thread a=new Thread(g,x), b=new Thread(g,y);
        a.start();
        b.start();
        a.join();
        b.join();
    }
    /** Two threads of g take two monitors, each of them in another order. */
    static void crossed(ThreadGroup g, Supplier<Object> x, Supplier<Object> y) throws Exception {
        two(g,()->both(x,y),()->both(y,x));
        out("done");
    }
    static void both(Supplier<Object> x, Supplier<Object> y) {
        synchronized(x.get()) {
            synchronized(y.get()){}
        }
    }
    static ThreadGroup group() {
        return Thread.currentThread().getThreadGroup();
    }
    static ClassLoader loader() {
        return Thread.currentThread().getContextClassLoader();
    }
    static class L extends ClassLoader {
        static {
            registerAsParallelCapable();
        }
        L() {
            super(null);
        }
        Object lock(String s) {
            return getClassLoadingLock(s);
        }
        Package pk(String s) {
            Package p=getDefinedPackage(s);
            return p!=null?p: definePackage(s,null,null,null,null,null,null,null);
        }
    }
    static class G extends ThreadGroup {
        int n;
        G(ThreadGroup p) {
            super(p,"G");
        }
    }
    public static void main(String[] a) throws Exception {
        ThreadGroup mg=Thread.currentThread().getThreadGroup();
        switch(a[0]) {
            case "twogroups": {
                ThreadGroup h=new ThreadGroup(new ThreadGroup("g"),"h");
                crossed(h,()->group(),()->group().getParent());
                break;
            }
            case "guarded": {
                ThreadGroup g=new ThreadGroup("g");
                int[] n={0,0};
                two(g,()-> {
                    synchronized(g) {
                        n[0]=1;
                    }
                    n[1]=1;
                },()-> {
                    synchronized(g) {
                        n[0]=2;
                    }
                    n[1]=2;
                });
                out(n[0]+" "+n[1]);
                break;
            }
            case "groupcalls": {
                ThreadGroup g=new ThreadGroup("g");
                Object o=new Object();
                two(g,()-> {
                    synchronized(g) {
                        synchronized(o){}
                    }
                },()-> {
                    synchronized(o) {
                        g.enumerate(new Thread[1]);
                        g.setMaxPriority(4);
                    }
                });
                out("done");
                break;
            }
            case "group": {
                Object o=new Object();
                crossed(new ThreadGroup("g"),()->group(),()->o);
                break;
            }
            case "maingroup": {
                Object o=new Object();
                crossed(mg,()->group(),()->o);
                break;
            }
            case "owngroup": {
                Object o=new Object();
                crossed(new G(mg),()->group(),()->o);
                break;
            }
            case "parallel": {
                Thread.currentThread().setContextClassLoader(new L());
                crossed(mg,()->((L)loader()).lock("x"),()->((L)loader()).lock("y"));
                break;
            }
            case "package": {
                L l=new L();
                l.pk("x");
                l.pk("y");
                Thread.currentThread().setContextClassLoader(l);
                crossed(mg,()->((L)loader()).pk("x"),()->((L)loader()).pk("y"));
                break;
            }
            case "module": {
                Object o=new Object();
                Thread.currentThread().setContextClassLoader(new L());
                crossed(mg,()->loader().getUnnamedModule(),()->o);
                break;
            }
            case "loader": {
                Object o=new Object();
                Thread.currentThread().setContextClassLoader(new L());
                crossed(mg,()->loader(),()->o);
                break;
            }
            case "jdkloader": {
                Object o=new Object();
                Thread.currentThread().setContextClassLoader(new java.net.URLClassLoader(new java.net.URL[0]));
                crossed(mg,()->loader(),()->o);
                break;
            }
            case "enumerate": {
                G g=new G(mg);
                Runnable x=()-> {
                    ThreadGroup[] s=new ThreadGroup[4];
                    int n=Thread.currentThread().getThreadGroup().enumerate(s);
                    for(int i=0;i<n;i++) if(s[i] instanceof G) ((G)s[i]).n++;
                };
                two(mg,x,x);
                out(g.n);
                break;
            }
            case "urls": {
                class U extends java.net.URLClassLoader {
                    U() {
                        super(new java.net.URL[0]);
                    }
                    void add() {
                        try {
                            addURL(new java.net.URL("file:/x.jar"));
                        } catch(Exception e) {
                            throw new RuntimeException(e);
                        }
                    }
                }
                U u=new U();
                Thread.currentThread().setContextClassLoader(u);
                int[] r={0};
                two(mg,()->((U)Thread.currentThread().getContextClassLoader()).add(),
                    ()->r[0]=((U)Thread.currentThread().getContextClassLoader()).getURLs().length);
                out(r[0]);
                break;
            }
        }
    }
}
