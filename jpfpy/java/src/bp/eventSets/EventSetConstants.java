package bp.eventSets;

/** The sets every program uses. */
public final class EventSetConstants {
  public static final AllEvents all = new AllEvents();
  public static final EmptyEventSet none = new EmptyEventSet();

  private EventSetConstants() {}
}
