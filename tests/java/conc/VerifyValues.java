// expect: no_errors
// output: false 1|false 2|false 3|true 1|true 2|true 3
import gov.nasa.jpf.vm.Verify;
public class VerifyValues {
    public static void main(String[] args) {
        boolean b = Verify.getBoolean();
        int i = Verify.getInt(1, 3);
        System.out.print(b);
        System.out.print(' ');
        System.out.println(i);
    }
}
