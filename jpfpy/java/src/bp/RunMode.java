package bp;

/** How a b-program runs (-DrunMode=...). Under the model checker it is always explored. */
public enum RunMode {
  DET,
  RANDOM,
  ITER,
  MCSAFETY,
  MCLIVENESS,
  MCDET;

  static RunMode of(String text) {
    for (RunMode m : values()) {
      if (m.name().equalsIgnoreCase(text)) {
        return m;
      }
    }
    return DET;
  }
}
