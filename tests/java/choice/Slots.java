import gov.nasa.jpf.vm.Verify;

/** A slot that holds an object on one way and a number on the other; both are dead when objects are asked for. */
public class Slots {
  static class Cell { int n; Cell(int n) { this.n = n; } }
  static int total;
  static void either(boolean b) {
    if (b) {
      Cell c = new Cell(5);
      total += c.n;
    } else {
      int k = 5;
      total += k;
    }
    Verify.getInt(1, 2);
    Object o = Verify.getObject("k");
    System.out.println("mixed " + (o == null ? "null" : "cell " + ((Cell) o).n));
  }
  static void only() {
    { Cell c = new Cell(7); total += c.n; }
    Verify.getInt(1, 2);
    Object o = Verify.getObject("k");
    System.out.println("only " + (o == null ? "null" : "cell " + ((Cell) o).n));
  }
  public static void main(String[] args) {
    if (args.length > 0) only(); else either(Verify.getBoolean());
  }
}
