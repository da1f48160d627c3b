import gov.nasa.jpf.vm.Verify;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Draws, keeps what it drew outside of its own objects, and asks again. */
public class Beside {
  static ByteBuffer direct;

  public static void main(String[] args) throws Exception {
    Path file = Path.of("/tmp/beside");
    if (args[0].equals("direct")) direct = ByteBuffer.allocateDirect(8);
    byte drawn = (byte) (Verify.getBoolean() ? 1 : 2);
    if (args[0].equals("file")) Files.write(file, new byte[] {drawn});
    if (args[0].equals("direct")) direct.put(0, drawn);
    drawn = 0;
    int x = Verify.getInt(1, 3);
    int seen = args[0].equals("file") ? Files.readAllBytes(file)[0] : args[0].equals("direct") ? direct.get(0) : 0;
    System.out.println(x + " " + seen);
  }
}
