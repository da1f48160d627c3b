package bp.state;

import bp.eventSets.EventSetInterface;
import java.util.Collection;

/** Fairness of the runs that count for liveness. Recorded here; the Python interface applies it. */
public final class Fairness {
  public static Collection<? extends EventSetInterface> unconditional;
  public static Collection<? extends EventSetInterface> strong;
  public static Collection<? extends EventSetInterface> weak;

  private Fairness() {}

  public static void initFairness(
      Collection<? extends EventSetInterface> unconditionalSets,
      Collection<? extends EventSetInterface> strongSets,
      Collection<? extends EventSetInterface> weakSets) {
    unconditional = unconditionalSets;
    strong = strongSets;
    weak = weakSets;
  }
}
