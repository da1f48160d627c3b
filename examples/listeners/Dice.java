import gov.nasa.jpf.vm.Verify;

public class Dice {
    public static void main(String[] args) {
        int sum = Verify.getInt(1, 3) + Verify.getInt(1, 3);
        System.out.println("sum " + sum);
    }
}
