import gov.nasa.jpf.vm.Verify;

/** Two threads race on a counter; a choice in each. */
public class Threads {
  static int n;

  static class T extends Thread {
    public void run() {
      int d = Verify.getInt(1, 3);
      int x = n;
      n = x + d;
    }
  }

  public static void main(String[] args) throws Exception {
    T a = new T(), b = new T();
    a.setPriority(7);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(n);
  }
}
