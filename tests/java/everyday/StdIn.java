// Standard input at its end: every reader says so.
import java.io.*;
import java.util.*;

public class StdIn {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.available() + " " + System.in.read() + " " + System.in.read(new byte[4])
                           + new BufferedReader(new InputStreamReader(System.in)).readLine()
                           + new Scanner(System.in).hasNext() + System.in.readAllBytes().length
                           + System.in.markSupported());
        try {
            new Scanner(System.in).nextInt();
        } catch (NoSuchElementException e) { System.out.println(e); }
        FileInputStream f = new FileInputStream(FileDescriptor.in);
        System.out.println(f.read() + " " + f.getFD().valid());
        System.in.close();
        try {
            System.in.read();
        } catch (IOException e) { System.out.println(e.getMessage()); }
    }
}
