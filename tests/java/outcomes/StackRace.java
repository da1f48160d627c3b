// errors: EmptyStackException
// outcomes: 1
import java.util.*;

public class StackRace {
    public static void main(String[] z) throws Exception {
        Stack<Integer> s = new Stack<>();
        s.push(1);
        Thread t =
                new Thread(
                        () -> {
                            if (!s.isEmpty()) s.pop();
                        });
        t.start();
        if (!s.isEmpty()) System.out.println("R " + s.pop());
    }
}
