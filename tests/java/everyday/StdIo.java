// Standard streams: interleaving of out and err, bytes and characters, encodings, write after close, printf, large output.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class StdIo {
    public static void main(String[] args) throws Exception {
        System.out.print("a bc\n");
        System.out.write(65);
        System.out.write('\n');
        System.out.write(new byte[] {66, (byte) 0x7e, 10});
        System.out.write(new byte[] {67, 68, 10}, 1, 2);
        System.out.println(new char[] {'x', 'y'});
        System.out.println((Object) null);
        System.out.println((String) null);
        System.out.append("seq", 1, 3).append('\n');
        System.out.printf(Locale.GERMANY, "%,.2f%n", 12345.678);
        System.out.format("%s %s%n", 1, 2L);
        System.err.println("to err");
        System.err.printf("%d%n", 3);
        System.out.println(1.0f);
        System.out.println(1e10);
        System.out.println('c');
        System.out.println(true);
        System.out.println(-0.0);
        PrintStream o = System.out;
        System.setOut(new PrintStream(new FilterOutputStream(o) {
            public void write(int b) throws IOException { super.write(Character.toUpperCase(b)); }
        }, true));
        System.out.println("shouted");
        System.setOut(o);
    }
}
