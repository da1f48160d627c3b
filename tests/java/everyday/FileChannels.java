// FileChannel, RandomAccessFile, locks, scatter and gather, transfers, memory maps, truncation,
// positions beyond the end.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;

public class FileChannels {
    public static void main(String[] args) throws Exception {
        Path d = Files.createTempDirectory("fc"), f = d.resolve("a.bin"), g = d.resolve("b.bin");
        try (FileChannel c = FileChannel.open(f, CREATE, WRITE, READ)) {
            System.out.println(
                    c.write(ByteBuffer.wrap("hello world".getBytes()))
                            + " "
                            + c.position()
                            + " "
                            + c.size());
            c.position(20);
            c.write(ByteBuffer.wrap(new byte[] {'!'}));
            System.out.println(c.size());
            ByteBuffer b = ByteBuffer.allocate(5);
            System.out.println(c.read(b, 6) + new String(b.array()));
            System.out.println(
                    c.write(
                            new ByteBuffer[] {
                                ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3})
                            }));
            c.truncate(8);
            System.out.println(c.size() + " " + c.read(ByteBuffer.allocate(3), 100));
            try (FileLock l = c.tryLock()) {
                System.out.println(l.isValid() + " " + l.isShared());
                try {
                    c.lock();
                } catch (OverlappingFileLockException e) {
                    System.out.println("overlap");
                }
            }
            try (FileChannel o = FileChannel.open(g, CREATE_NEW, WRITE)) {
                System.out.println(c.transferTo(0, 100, o) + " " + o.size());
            }
            try {
                FileChannel.open(g, CREATE_NEW, WRITE);
            } catch (FileAlreadyExistsException e) {
                System.out.println("exists");
            }
            try {
                FileChannel.open(f, READ).write(ByteBuffer.allocate(1));
            } catch (NonWritableChannelException e) {
                System.out.println("ro");
            }
        }
        try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "rw")) {
            r.seek(4);
            r.writeInt(0x41424344);
            r.writeUTF("é");
            r.seek(4);
            System.out.println(
                    Integer.toHexString(r.readInt())
                            + r.readUTF()
                            + r.getFilePointer()
                            + " "
                            + r.length());
            r.setLength(2);
            try {
                r.readInt();
            } catch (EOFException e) {
                System.out.println("eof");
            }
            r.seek(0);
            System.out.println(r.readLine());
        }
        try (FileChannel c = FileChannel.open(g, READ)) {
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_ONLY, 1, 5);
            System.out.println(
                    (char) m.get(0) + "" + (char) m.get(1) + m.capacity() + m.isReadOnly());
        }
        System.out.println(
                Files.mismatch(f, g) + " " + Files.size(f) + " " + Files.readString(g).charAt(0));
        try (var ch = Files.newByteChannel(f, Set.of(APPEND))) {
            ch.write(ByteBuffer.wrap(new byte[] {'z'}));
        }
        System.out.println(Files.size(f));
    }
}
