// expect: violation uncaught_exception java.lang.ArithmeticException "/ by zero"
import gov.nasa.jpf.vm.Verify;
public class VerifyList {
    public static void main(String[] args) {
        int d = Verify.getIntFromList(3, 1, 0, 7);
        Verify.ignoreIf(d == 3);
        System.out.println(10 / d);
    }
}
