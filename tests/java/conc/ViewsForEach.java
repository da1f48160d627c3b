// expect: no_errors
import gov.nasa.jpf.vm.Verify;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A view of a map compares the map's modCount with what it was before its loop, in which transitions end. */
public class ViewsForEach {
    public static void main(String[] args) {
        for (Map<String, Integer> m : List.of(new HashMap<String, Integer>(), new LinkedHashMap<String, Integer>())) {
            Verify.getBoolean();
            for (Collection<?> view : List.of(m.values(), m.keySet(), m.entrySet())) {
                m.put("a" + m.size(), 1);
                view.forEach(x -> Verify.getBoolean());
            }
        }
    }
}
