// errors:
// outcomes: a|ab|b|ba
// Both may read the same count, and then one character is lost.
public class BuilderShared {
  public static void main(String[] z) throws Exception {
    StringBuilder s = new StringBuilder();
    Thread t = new Thread(() -> s.append('a')), u = new Thread(() -> s.append('b'));
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + s);
  }
}
