// Inner, local and anonymous classes: qualified this and new, shadowing, captured variables,
// inheritance across outers.
public class InnerWorlds {
    String n = "outer";

    class In {
        String n = "in";

        class Deep {
            String n = "deep";

            String all() {
                return n + In.this.n + InnerWorlds.this.n;
            }
        }
    }

    static class Other extends InnerWorlds.In {
        Other(InnerWorlds o) {
            o.super();
            n = "other";
        }
    }

    Runnable r(int k) {
        class Loc implements Runnable {
            int c = k;

            public void run() {
                System.out.println(n + c + k);
            }
        }
        return k > 1
                ? new Loc()
                : new Loc() {
                    public void run() {
                        System.out.print("anon ");
                        super.run();
                    }
                };
    }

    static int count;

    {
        count++;
    }

    InnerWorlds() {
        this("x");
    }

    InnerWorlds(String s) {
        n += s;
    }

    public static void main(String[] args) {
        InnerWorlds o = new InnerWorlds();
        System.out.println(o.new In().new Deep().all() + new Other(o).n + count);
        o.r(1).run();
        o.r(2).run();
        Object x =
                new Object() {
                    int f = 5;

                    int g() {
                        return f * 2;
                    }
                }.g();
        System.out.println(x);
        var y =
                new Object() {
                    int h = 3;
                };
        y.h++;
        System.out.println(y.h + o.r(1).getClass().getName());
    }
}
