// tests/test_library_arrays.py: one thread writes elements of an array (or a buffer's) that library code reads or writes
// for the other one.
import java.io.*;
import java.math.BigInteger;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.*;
import java.util.zip.CRC32;

public class LibraryArrays {
    abstract static class Case {
        abstract void write() throws Exception;

        abstract String read(Thread writer) throws Exception;
    }

    static class NewString extends Case {
        final char[] a={'a','b'};

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            out=new String(a);
            return out;
        }
    }

    static class ValueOfChars extends Case {
        final char[] a={'a','b'};

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            out=String.valueOf(a);
            return out;
        }
    }

    static class NewStringUtf8 extends Case {
        final byte[] a={65,66};

        void write() throws Exception {
            a[0]=88;
            a[1]=89;
        }

        String read(Thread t) throws Exception {
            String out;
            out=new String(a,StandardCharsets.UTF_8);
            return out;
        }
    }

    static class GetCharsDst extends Case {
        final char[] a={'a','b'};

        void write() throws Exception {
            "xy".getChars(0,2,a,0);
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+a[0]+a[1];
            return out;
        }
    }

    static class GetBytesDst extends Case {
        final byte[] a={65,66};

        void write() throws Exception {
            "XY".getBytes(0,2,a,0);
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+a[0]+a[1];
            return out;
        }
    }

    static class Base64Enc extends Case {
        final byte[] a={1,2};

        void write() throws Exception {
            a[0]=3;
            a[1]=4;
        }

        String read(Thread t) throws Exception {
            String out;
            out=Base64.getEncoder().encodeToString(a);
            return out;
        }
    }

    static class Baos extends Case {
        final byte[] a={1,2};

        void write() throws Exception {
            a[0]=3;
            a[1]=4;
        }

        String read(Thread t) throws Exception {
            String out;
            ByteArrayOutputStream o=new ByteArrayOutputStream();
            o.write(a,0,2);
            byte[] b=o.toByteArray();
            out=b[0]+","+b[1];
            return out;
        }
    }

    static class ReadInto extends Case {
        final byte[] a={1,2};

        void write() throws Exception {
            new ByteArrayInputStream(new byte[]{3,4}).read(a);
        }

        String read(Thread t) throws Exception {
            String out;
            out=a[0]+","+a[1];
            return out;
        }
    }

    static class ListOf extends Case {
        final Integer[] a={1,2,3};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=List.of(a).toString();
            return out;
        }
    }

    static class SetOf extends Case {
        final Integer[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+new TreeSet<>(Set.of(a));
            return out;
        }
    }

    static class AsListSet extends Case {
        final Integer[] a={1,2};
        final List<Integer> l=Arrays.asList(a);

        void write() throws Exception {
            l.set(0,4);
            l.set(1,5);
        }

        String read(Thread t) throws Exception {
            String out;
            out=a[0]+","+a[1];
            return out;
        }
    }

    static class StreamArr extends Case {
        final Integer[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=Arrays.stream(a).map(x->""+x).reduce("",String::concat);
            return out;
        }
    }

    static class IntStreamSum extends Case {
        final int[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=8;
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+Arrays.stream(a).sum();
            return out;
        }
    }

    static class BitSetOf extends Case {
        final long[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=8;
        }

        String read(Thread t) throws Exception {
            String out;
            out=BitSet.valueOf(a).toString();
            return out;
        }
    }

    static class CharBuf extends Case {
        final char[] a={'a','b'};

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            out=CharBuffer.wrap(a).toString();
            return out;
        }
    }

    static class ByteBufGet extends Case {
        final byte[] a={1,2};

        void write() throws Exception {
            a[0]=3;
            a[1]=4;
        }

        String read(Thread t) throws Exception {
            String out;
            byte[] b=new byte[2];
            ByteBuffer.wrap(a).get(b);
            out=b[0]+","+b[1];
            return out;
        }
    }

    static class JoinArr extends Case {
        final String[] a={"p","q"};

        void write() throws Exception {
            a[0]="r";
            a[1]="s";
        }

        String read(Thread t) throws Exception {
            String out;
            out=String.join("-",a);
            return out;
        }
    }

    static class StringBufChars extends Case {
        final char[] a={'a','b'};
        final StringBuffer sb=new StringBuffer();

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
            sb.length();
        }

        String read(Thread t) throws Exception {
            String out;
            sb.append(a);
            out=sb.toString();
            return out;
        }
    }

    static class SbToString extends Case {
        final StringBuilder a=new StringBuilder("ab");

        void write() throws Exception {
            a.setCharAt(0,'x');
            a.setCharAt(1,'y');
        }

        String read(Thread t) throws Exception {
            String out;
            out=a.toString();
            return out;
        }
    }

    static class ToArrayInto extends Case {
        final Integer[] a={1,2};

        void write() throws Exception {
            new CopyOnWriteArrayList<>(List.of(4,5)).toArray(a);
        }

        String read(Thread t) throws Exception {
            String out;
            out=a[0]+","+a[1];
            return out;
        }
    }

    static class VectorCopyInto extends Case {
        final Integer[] a={1,2};

        void write() throws Exception {
            new Vector<>(List.of(4,5)).copyInto(a);
        }

        String read(Thread t) throws Exception {
            String out;
            out=a[0]+","+a[1];
            return out;
        }
    }

    static class CowalOf extends Case {
        final Integer[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=new CopyOnWriteArrayList<>(a).toString();
            return out;
        }
    }

    static class RandBytes extends Case {
        final byte[] a={0,0};

        void write() throws Exception {
            new Random(1).nextBytes(a);
        }

        String read(Thread t) throws Exception {
            String out;
            out=(a[0]!=0)+","+(a[1]!=0);
            return out;
        }
    }

    static class CloneArr extends Case {
        final int[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            int[] b=a.clone();
            out=b[0]+","+b[1];
            return out;
        }
    }

    static class ArrayCopy extends Case {
        final int[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            int[] b=new int[2];
            System.arraycopy(a,0,b,0,2);
            out=b[0]+","+b[1];
            return out;
        }
    }

    static class Handed extends Case {
        final char[] a="ab".toCharArray();

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            out=new String(a);
            return out;
        }
    }

    static class HandedStream extends Case {
        final int[] a=IntStream.of(1,2).toArray();

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+Arrays.stream(a).sum();
            return out;
        }
    }

    static class HandedToArray extends Case {
        final Object[] a=new ArrayList<Object>(List.of(1,2)).toArray();

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=List.of(a).toString();
            return out;
        }
    }

    static class WriterChars extends Case {
        final char[] a={'a','b'};

        void write() throws Exception {
            a[0]='x';
            a[1]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            StringWriter w=new StringWriter();
            w.write(a);
            out=w.toString();
            return out;
        }
    }

    static class PrintChars extends Case {
        final char[] a={'R',' ','a','b'};

        void write() throws Exception {
            a[2]='x';
            a[3]='y';
        }

        String read(Thread t) throws Exception {
            String out;
            System.out.println(a);
            out=null;
            return out;
        }
    }

    static class CodePoints extends Case {
        final int[] a={97,98};

        void write() throws Exception {
            a[0]=120;
            a[1]=121;
        }

        String read(Thread t) throws Exception {
            String out;
            out=new String(a,0,2);
            return out;
        }
    }

    static class DataIn extends Case {
        final byte[] a={1,2,3,4};

        void write() throws Exception {
            a[0]=5;
            a[3]=6;
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+new DataInputStream(new ByteArrayInputStream(a)).readInt();
            return out;
        }
    }

    static class Hex extends Case {
        final byte[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=HexFormat.of().formatHex(a);
            return out;
        }
    }

    static class Mismatch extends Case {
        final byte[] a=new byte[10];

        void write() throws Exception {
            a[0]=4;
            a[9]=5;
        }

        String read(Thread t) throws Exception {
            String out;
            out=""+Arrays.mismatch(a,new byte[10]);
            return out;
        }
    }

    static class HashArr extends Case {
        final int[] a={1,2};

        void write() throws Exception {
            a[0]=4;
            a[1]=8;
        }

        String read(Thread t) throws Exception {
            return ""+Arrays.hashCode(a);
        }
    }

    static class EqualsArr extends Case {
        final int[] a=new int[9], b=new int[9];

        void write() throws Exception {
            a[8]=4;
            a[1]=1;
            b[8]=4;
        }

        String read(Thread t) throws Exception {
            return ""+Arrays.mismatch(a,b)+Arrays.equals(a,b);
        }
    }

    static class ByteBufRace extends Case {
        final ByteBuffer a=ByteBuffer.allocate(4);

        void write() throws Exception {
            a.put((byte)1);
        }

        String read(Thread t) throws Exception {
            String out;
            a.put((byte)2);
            t.join();
            out=a.position()+" "+a.get(0)+a.get(1);
            return out;
        }
    }

    static class CrcRace extends Case {
        final CRC32 a=new CRC32();

        void write() throws Exception {
            a.update(1);
        }

        String read(Thread t) throws Exception {
            String out;
            a.update(2);
            t.join();
            out=""+a.getValue();
            return out;
        }
    }

    static Case named(String name) {
        return switch (name) {
            case "NewString" -> new NewString();
            case "ValueOfChars" -> new ValueOfChars();
            case "NewStringUtf8" -> new NewStringUtf8();
            case "GetCharsDst" -> new GetCharsDst();
            case "GetBytesDst" -> new GetBytesDst();
            case "Base64Enc" -> new Base64Enc();
            case "Baos" -> new Baos();
            case "ReadInto" -> new ReadInto();
            case "ListOf" -> new ListOf();
            case "SetOf" -> new SetOf();
            case "AsListSet" -> new AsListSet();
            case "StreamArr" -> new StreamArr();
            case "IntStreamSum" -> new IntStreamSum();
            case "BitSetOf" -> new BitSetOf();
            case "CharBuf" -> new CharBuf();
            case "ByteBufGet" -> new ByteBufGet();
            case "JoinArr" -> new JoinArr();
            case "StringBufChars" -> new StringBufChars();
            case "SbToString" -> new SbToString();
            case "ToArrayInto" -> new ToArrayInto();
            case "VectorCopyInto" -> new VectorCopyInto();
            case "CowalOf" -> new CowalOf();
            case "RandBytes" -> new RandBytes();
            case "CloneArr" -> new CloneArr();
            case "ArrayCopy" -> new ArrayCopy();
            case "Handed" -> new Handed();
            case "HandedStream" -> new HandedStream();
            case "HandedToArray" -> new HandedToArray();
            case "WriterChars" -> new WriterChars();
            case "PrintChars" -> new PrintChars();
            case "CodePoints" -> new CodePoints();
            case "DataIn" -> new DataIn();
            case "Hex" -> new Hex();
            case "Mismatch" -> new Mismatch();
            case "HashArr" -> new HashArr();
            case "EqualsArr" -> new EqualsArr();
            case "ByteBufRace" -> new ByteBufRace();
            case "CrcRace" -> new CrcRace();
            default -> throw new IllegalArgumentException(name);
        };
    }

    public static void main(String[] args) throws Exception {
        Case c = named(args[0]);
        Thread t = new Thread(() -> {
            try {
                c.write();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        String s;
        try {
            s = c.read(t);
        } catch (IndexOutOfBoundsException e) {
            s = e.getMessage();
        }
        if (s != null) System.out.println("R " + s);
    }
}
