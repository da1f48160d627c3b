/** A native method that only Python knows; see sensor.py. */
public class Sensor {
  static native int read();

  public static void main(String[] args) {
    int sum = read() + read();
    assert sum != 12 : "both sensors at their limit";
  }
}
