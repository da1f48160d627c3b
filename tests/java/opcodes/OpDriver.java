/** Runs the main methods of the classes named, for the reference JVM. */
public class OpDriver {
    public static void main(String[] args) throws Exception {
        for (String a : args) Class.forName(a).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
