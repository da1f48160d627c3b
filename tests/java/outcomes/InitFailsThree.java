// errors:
// outcomes: EII NCDF NCDF|NCDF EII NCDF|NCDF NCDF EII
/** A superclass whose initialization fails, which three threads ask for by two classes: one gets the exception. */
public class InitFailsThree {
  static class Above {
    static int x;
    static {
      if (x == 0) throw new IllegalStateException("no");
    }
  }

  static class Below extends Above {
    static int y = 1;
  }

  static final String[] got = new String[3];

  static void touch(int who) {
    try {
      got[who] = "" + (who == 1 ? Below.y : Above.x);
    } catch (ExceptionInInitializerError e) {
      got[who] = "EII";
    } catch (NoClassDefFoundError e) {
      got[who] = "NCDF";
    }
  }

  public static void main(String[] a) throws Exception {
    Thread[] t = {new Thread(() -> touch(1)), new Thread(() -> touch(2))};
    for (Thread x : t) x.start();
    touch(0);
    for (Thread x : t) x.join();
    System.out.println("R " + String.join(" ", got));
  }
}
