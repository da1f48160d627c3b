package bp.exceptions;

import bp.BThread;

/** Two b-threads have the same priority. */
public class BPJDuplicatePrioritiesException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJDuplicatePrioritiesException(BThread existing, BThread added) {
    super("b-threads " + existing + " and " + added + " have the same priority " + existing.getPriority() + "; priorities are unique");
  }
}
