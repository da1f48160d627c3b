import java.util.*;
import java.security.*;

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
                ThreadGroup g=new ThreadGroup("g"), h=new ThreadGroup(g,"h");
                two(h,()-> {
                    ThreadGroup t=Thread.currentThread().getThreadGroup();
                    synchronized(t) {
                        synchronized(t.getParent()){}
                    }
                },()-> {
                    ThreadGroup t=Thread.currentThread().getThreadGroup();
                    synchronized(t.getParent()) {
                        synchronized(t){}
                    }
                });
                out("done");
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
                ThreadGroup g=new ThreadGroup("g");
                Object o=new Object();
                two(g,()-> {
                    synchronized(Thread.currentThread().getThreadGroup()) {
                        synchronized(o){}
                    }
                },()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getThreadGroup()){}
                    }
                });
                out("done");
                break;
            }
            case "maingroup": {
                Object o=new Object();
                two(mg,()-> {
                    synchronized(Thread.currentThread().getThreadGroup()) {
                        synchronized(o){}
                    }
                },()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getThreadGroup()){}
                    }
                });
                out("done");
                break;
            }
            case "owngroup": {
                Object o=new Object();
                ThreadGroup g=new G(mg);
                two(g,()-> {
                    synchronized(Thread.currentThread().getThreadGroup()) {
                        synchronized(o){}
                    }
                },()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getThreadGroup()){}
                    }
                });
                out("done");
                break;
            }
            case "parallel": {
                L l=new L();
                Runnable x=()-> {
                    L m=(L)Thread.currentThread().getContextClassLoader();
                    synchronized(m.lock("x")) {
                        synchronized(m.lock("y")){}
                    }
                }, y=()-> {
                    L m=(L)Thread.currentThread().getContextClassLoader();
                    synchronized(m.lock("y")) {
                        synchronized(m.lock("x")){}
                    }
                };
                Thread.currentThread().setContextClassLoader(l);
                two(mg,x,y);
                out("done");
                break;
            }
            case "package": {
                L l=new L();
                l.pk("x");
                l.pk("y");
                Runnable x=()-> {
                    L m=(L)Thread.currentThread().getContextClassLoader();
                    synchronized(m.pk("x")) {
                        synchronized(m.pk("y")){}
                    }
                }, y=()-> {
                    L m=(L)Thread.currentThread().getContextClassLoader();
                    synchronized(m.pk("y")) {
                        synchronized(m.pk("x")){}
                    }
                };
                Thread.currentThread().setContextClassLoader(l);
                two(mg,x,y);
                out("done");
                break;
            }
            case "module": {
                L l=new L();
                Object o=new Object();
                Runnable x=()-> {
                    synchronized(Thread.currentThread().getContextClassLoader().getUnnamedModule()) {
                        synchronized(o){}
                    }
                }, y=()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getContextClassLoader().getUnnamedModule()){ }
                    }
                };
                Thread.currentThread().setContextClassLoader(l);
                two(mg,x,y);
                out("done");
                break;
            }
            case "loader": {
                L l=new L();
                Object o=new Object();
                Runnable x=()-> {
                    synchronized(Thread.currentThread().getContextClassLoader()) {
                        synchronized(o){}
                    }
                }, y=()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getContextClassLoader()){ }
                    }
                };
                Thread.currentThread().setContextClassLoader(l);
                two(mg,x,y);
                out("done");
                break;
            }
            case "jdkloader": {
                ClassLoader l=new java.net.URLClassLoader(new java.net.URL[0]);
                Object o=new Object();
                Runnable x=()-> {
                    synchronized(Thread.currentThread().getContextClassLoader()) {
                        synchronized(o){}
                    }
                }, y=()-> {
                    synchronized(o) {
                        synchronized(Thread.currentThread().getContextClassLoader()){ }
                    }
                };
                Thread.currentThread().setContextClassLoader(l);
                two(mg,x,y);
                out("done");
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
