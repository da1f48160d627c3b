import gov.nasa.jpf.vm.Verify;

/** An object from JSON with choices in it: 2 * 3 * 2 objects. */
public class Json {
    static class Inner {
        boolean b;
    }

    int i;
    double d;
    String s;
    int[] a;
    Inner inner;

    public static void main(String[] args) {
        Json j =
                Verify.createFromJSON(
                        Json.class,
                        "{'i': IntInterval(1, 2), \"d\": DoubleSet(0.5, 1, 2), s: 'x y', 'a': [1,"
                            + " 2, 3], inner: {'b': TrueFalse()}}");
        if (!j.s.equals("x y") || j.a.length != 3 || j.a[2] != 3) throw new AssertionError();
        System.out.println(j.i + " " + j.d + " " + j.inner.b);
    }
}
