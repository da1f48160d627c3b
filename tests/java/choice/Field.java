/** One thread, one field. */
public class Field {
  int v;

  public static void main(String[] args) {
    Field f = new Field();
    f.v = 5;
    System.out.println(f.v + 1);
  }
}
