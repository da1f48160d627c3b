// errors:
// outcomes: Thread-0zero|Thread-1Thread-0|Thread-1zero
// A thread names itself by what was last written of names, by itself or by the other.
public class NameOfOther {
  static volatile String last;
  public static void main(String[] z) throws Exception {
    Runnable r = () -> { last = Thread.currentThread().getName();
      if (last.endsWith("0")) Thread.currentThread().setName("zero"); };
    Thread t = new Thread(r), u = new Thread(r);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + last + t.getName());
  }
}
