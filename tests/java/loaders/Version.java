/** What Versions defines. */
public class Version {
    public static String text() {
        return "first";
    }
}
