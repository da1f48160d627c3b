package bp.exceptions;

import bp.BThread;

/** A b-thread is added twice. */
public class BPJDuplicateBthreadException extends BPJException {
  private static final long serialVersionUID = 1L;

  public BPJDuplicateBthreadException(BThread existing) {
    super(existing + " was added already");
  }
}
