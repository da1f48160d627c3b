import gov.nasa.jpf.annotation.FilterField;

public class Filtered {
    @FilterField int turns;
    @FilterField Object last;

    public static void main(String[] args) {
        Filtered f = new Filtered();
        for (;;) {
            f.turns++;
            f.last = new Object();
            Thread.yield();
        }
    }
}
