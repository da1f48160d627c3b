// java.io.File and streams: data, piped, pushback, sequence, line numbers, print, readers and
// writers.
import java.io.*;
import java.util.*;

public class FilesOld {
    public static void main(String[] args) throws Exception {
        File d =
                new File(
                        System.getProperty("java.io.tmpdir"),
                        "fo-test-dir" + System.nanoTime() + ProcessHandle.current().pid());
        File f = new File(d, "f.bin");
        System.out.println(
                d.mkdirs()
                        + " "
                        + d.isDirectory()
                        + f.exists()
                        + f.createNewFile()
                        + f.createNewFile()
                        + f.length()
                        + f.getName()
                        + f.canWrite()
                        + Arrays.toString(d.list()));
        try (DataOutputStream o =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(f)))) {
            o.writeInt(-5);
            o.writeUTF("h\u00e9\0");
            o.writeDouble(2.5);
            o.writeLong(1L << 50);
            o.writeBoolean(true);
            o.writeChars("ab");
            System.out.println(o.size());
        }
        try (DataInputStream i = new DataInputStream(new FileInputStream(f))) {
            System.out.println(
                    i.readInt()
                            + i.readUTF().length()
                            + i.readDouble()
                            + i.readLong()
                            + ""
                            + i.readBoolean()
                            + i.readChar()
                            + i.available()
                            + i.skipBytes(9));
            try {
                i.readInt();
            } catch (EOFException e) {
                System.out.println("EOF");
            }
        }
        try (PrintWriter w = new PrintWriter(new FileWriter(f, true))) {
            w.printf("%d%n", 5);
            w.println(1.5f);
        }
        System.out.println(f.length() + " " + f.renameTo(new File(d, "g.bin")) + f.exists());
        try {
            new FileInputStream(f);
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().endsWith("f.bin (No such file or directory)"));
        }
        try {
            new FileOutputStream(d);
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().endsWith("(Is a directory)"));
        }
        System.out.println(
                d.delete()
                        + " "
                        + new File(d, "g.bin").delete()
                        + d.delete()
                        + d.exists()
                        + new File("a//b/../c").getPath()
                        + new File("x/y.z").getParent()
                        + new File("/a").compareTo(new File("/b"))
                        + new File("rel").isAbsolute());
        LineNumberReader ln = new LineNumberReader(new StringReader("a\r\nb\rc\n"));
        StringBuilder s = new StringBuilder();
        for (String l; (l = ln.readLine()) != null; ) s.append(ln.getLineNumber()).append(l);
        System.out.println(s);
        PushbackReader pb = new PushbackReader(new StringReader("xy"), 2);
        int c = pb.read();
        pb.unread(c);
        pb.unread('w');
        System.out.println("" + (char) pb.read() + (char) pb.read() + (char) pb.read() + pb.read());
        SequenceInputStream sq =
                new SequenceInputStream(
                        new ByteArrayInputStream("ab".getBytes()),
                        new ByteArrayInputStream("cd".getBytes()));
        System.out.println(new String(sq.readAllBytes()));
        PipedInputStream pi = new PipedInputStream();
        PipedOutputStream po = new PipedOutputStream(pi);
        Thread t =
                new Thread(
                        () -> {
                            try (po) {
                                po.write("piped".getBytes());
                            } catch (IOException e) {
                            }
                        });
        t.start();
        System.out.println(new String(pi.readAllBytes()));
        t.join();
        CharArrayWriter cw = new CharArrayWriter();
        cw.write("chars");
        cw.append('!');
        System.out.println(cw.size() + cw.toString());
        BufferedReader br = new BufferedReader(new StringReader("mark me"));
        br.mark(10);
        br.skip(5);
        br.reset();
        System.out.println(br.readLine() + br.ready());
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        PrintStream ps = new PrintStream(bo, true, "UTF-16BE");
        ps.print("\u00e9");
        System.out.println(bo.size() + "" + ps.checkError());
        new ByteArrayInputStream(new byte[3]).transferTo(bo);
        System.out.println(
                bo.size()
                        + " "
                        + InputStream.nullInputStream().read()
                        + new StringReader("abc").skip(2));
        System.err.println("to err");
    }
}
