import gov.nasa.jpf.vm.Verify;

/**
 * Data choices: the search tries every value. Is the shortcut the same as the rule of the calendar?
 *
 *     jpf examples/values/Leap.java
 */
public class Leap {
    static boolean shortcut(int year) {
        return (year & 3) == 0 && (year % 25 != 0 || (year & 15) == 0);
    }

    static boolean rule(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static void main(String[] args) {
        int year = Verify.getInt(1582, 2400);
        assert shortcut(year) == rule(year) : "year " + year;
    }
}
