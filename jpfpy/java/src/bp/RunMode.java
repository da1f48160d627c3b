package bp;

/** How a b-program runs (-DrunMode=...). Under the model checker it is always explored. */
public enum RunMode {
  DET,
  RANDOM,
  ITER,
  MCSAFETY,
  MCLIVENESS,
  LEARNING,
  MCDET;

  static RunMode of(String text, RunMode otherwise) {
    if (text == null) {
      return otherwise;
    }
    for (RunMode m : values()) {
      if (m.name().equalsIgnoreCase(text)) {
        return m;
      }
    }
    throw new bp.exceptions.BPJInvalidParameterException("runMode=" + text + ": Det, Random, Iter, MCSafety, MCLiveness or MCDet");
  }
}
