import gov.nasa.jpf.vm.Verify;

/** Two threads that draw and change a field: y is (y + d) or (y * e) in any order. */
public class Racy {
  int y;

  public static void main(String[] args) throws Exception {
    Racy r = new Racy();
    Thread p =
        new Thread(
            () -> {
              int d = Verify.getInt("k");
              r.y = r.y + d;
            });
    Thread q =
        new Thread(
            () -> {
              int d = Verify.getInt(1, 2);
              r.y = r.y * d;
            });
    p.start();
    q.start();
    p.join();
    q.join();
    System.out.println(r.y);
  }
}
