package bp;

/** Settings of a run, from -DrunMode, -DsuppressDeadlock, -Dseed. */
public final class BProgramControls {
  public static RunMode globalRunMode = RunMode.of(System.getProperty("runMode", "DET"));
  public static boolean suppressDeadlock = Boolean.getBoolean("suppressDeadlock");

  private BProgramControls() {}
}
