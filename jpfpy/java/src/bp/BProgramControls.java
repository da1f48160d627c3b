package bp;

/**
 * Settings of a run, from system properties (-DrunMode, -DsuppressDeadlock ...). Inside the checker runMode is MCSafety
 * unless it is given; how the search goes is then a matter of its own configuration (+search.class ...).
 */
public class BProgramControls {
  public static RunMode globalRunMode =
      RunMode.of(System.getProperty("runMode"), BProgram.checking() ? RunMode.MCSAFETY : RunMode.DET);
  public static boolean suppressDeadlock = Boolean.getBoolean("suppressDeadlock");
  public static String bpjPackage = "bp";
  public static boolean globalShallow = Boolean.getBoolean("shallow");
  public static boolean globalDFS = !"BFS".equals(System.getProperty("search"));
  public static boolean globalSafetyCheck = !"false".equals(System.getProperty("safetyCheck"));
  public static boolean globalRunSubtree = Boolean.getBoolean("recursive");
  public static boolean globalDisableStateHashing = Boolean.getBoolean("disableStateHashing");
  public static boolean globalLogBacktracking = Boolean.getBoolean("logBacktracking");
  public static int estimatedStates = Integer.getInteger("estimatedStates", 100000);
  public static boolean iterativeMode = false;
  public static boolean javaflowInstrumentation = false;
  public static boolean continuationMode = false;
  public static boolean debugMode = false;
  public static boolean logMode = true;
}
