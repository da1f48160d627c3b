package bp.state;

import bp.BProgram;
import bp.Event;
import bp.eventSets.EventSetInterface;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Which endless runs count for liveness. Each requirement is a set of events (a collection of Events, or any event set):
 * of an unconditional one some event happens infinitely often; of a strong (weak) one, if it can happen infinitely often
 * (from some point on always).
 */
public class Fairness {
  public static boolean fairness;
  public static boolean unconditionalF;
  public static boolean strongF;
  public static boolean weakF;
  public static Collection<?> uncondFReq = new ArrayList<>();
  public static Collection<?> strongFReq = new ArrayList<>();
  public static Collection<?> weakFReq = new ArrayList<>();
  private static final List<Object> all = new ArrayList<>();

  private Fairness() {}

  public static void initFairness(Collection<?> unconditional, Collection<?> strong, Collection<?> weak) {
    uncondFReq = unconditional;
    strongFReq = strong;
    weakFReq = weak;
    unconditionalF = !unconditional.isEmpty();
    strongF = !strong.isEmpty();
    weakF = !weak.isEmpty();
    all.clear();
    all.addAll(unconditional);
    all.addAll(strong);
    all.addAll(weak);
    fairness = !all.isEmpty();
    if (all.size() > 31) {
      throw new bp.exceptions.BPJInvalidParameterException("more than 31 fairness requirements");
    }
    BProgram.fair(unconditional.size(), strong.size(), weak.size());
  }

  /** The requirements that the event is in, as bits in the order unconditional, strong, weak. */
  public static int of(Event e) {
    int bits = 0;
    for (int i = 0; i < all.size(); i++) {
      Object set = all.get(i);
      boolean in = set instanceof EventSetInterface s ? s.contains(e) : ((Collection<?>) set).contains(e);
      bits |= in ? 1 << i : 0;
    }
    return bits;
  }
}
