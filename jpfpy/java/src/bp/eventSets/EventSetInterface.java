package bp.eventSets;

/** A set of events, by membership. It must not depend on anything that changes while a b-thread waits with it. */
public interface EventSetInterface {
  boolean contains(Object o);
}
