package gov.nasa.jpf.vm;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Random;

/**
 * What a program under test may ask of the model checker: choices, cuts of the search, atomic
 * sections, counters. The signatures are those of jpf-core's class of this name.
 *
 * <p>The bodies here are what runs on an ordinary JVM, where a choice is a random one and requests
 * to the search do nothing. Inside the checker the methods that matter are replaced by the VM
 * (csrc/native/verify.c).
 */
public class Verify {
  static final int MAX_COUNTERS = 10;

  /** What getValue answers for a key without a value. */
  public static final int NO_VALUE = -1;

  // levels of log, as in jpf-core
  public static final int SEVERE = 1;
  public static final int WARNING = 2;
  public static final int INFO = 3;
  public static final int FINE = 4;
  public static final int FINER = 5;
  public static final int FINEST = 6;

  private static final Random RANDOM = new Random();
  private static int[] counters = new int[MAX_COUNTERS];
  private static final HashMap<String, Integer> values = new HashMap<>();
  private static final HashMap<Integer, BitSet> bitSets = new HashMap<>();
  private static int heuristicSearchValue;

  private Verify() {}

  public static void setPeerClass(Class<?> cls) {}

  // --- counters, values and bits: they belong to the whole search, not to one path

  private static boolean counts(int id) {
    if (id >= counters.length) {
      counters = java.util.Arrays.copyOf(counters, id + 1);
    }
    return id >= 0;
  }

  public static int getCounter(int id) {
    return counts(id) ? counters[id] : 0;
  }

  public static void resetCounter(int id) {
    setCounter(id, 0);
  }

  public static void setCounter(int id, int val) {
    if (counts(id)) {
      counters[id] = val;
    }
  }

  public static int incrementCounter(int id) {
    return counts(id) ? ++counters[id] : 0;
  }

  public static void putValue(String key, int value) {
    values.put(key, value);
  }

  public static int getValue(String key) {
    Integer v = values.get(key);
    return v == null ? NO_VALUE : v;
  }

  public static void setBitInBitSet(int id, int bit, boolean value) {
    bitSets.computeIfAbsent(id, k -> new BitSet()).set(bit, value);
  }

  public static boolean getBitInBitSet(int id, int bit) {
    BitSet set = bitSets.get(id);
    return set != null && set.get(bit);
  }

  // --- assertions, labels, comments

  public static void addComment(String s) {}

  public static void assertTrue(String s, boolean cond) {
    if (!cond) {
      throw new AssertionError(s);
    }
  }

  public static void assertTrue(boolean cond) {
    if (!cond) {
      throw new AssertionError("Verify.assertTrue failed");
    }
  }

  public static void atLabel(String label) {}

  public static void atLabel(int label) {}

  public static void instrumentPoint(String label) {}

  public static void instrumentPointDeep(String label) {}

  public static void instrumentPointDeepRecur(String label, int depth) {}

  // --- the search

  public static void beginAtomic() {}

  public static void endAtomic() {}

  public static void boring(boolean cond) {}

  public static void interesting(boolean cond) {}

  public static void ignoreIf(boolean cond) {}

  public static void terminateSearch() {}

  public static void breakTransition(String reason) {}

  public static int breakTransition(String reason, int min, int max) {
    return getInt(min, max);
  }

  public static void busyWait(long duration) {
    while (duration > 0) {
      duration--;
    }
  }

  public static boolean isCalledFromClass(String refClsName) {
    StackTraceElement[] st = new Throwable().getStackTrace();
    if (st.length < 3) {
      return false;
    }
    try {
      Class<?> ref = Class.forName(refClsName);
      return ref.isAssignableFrom(Class.forName(st[2].getClassName()));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  public static boolean isRunningInJPF() {
    return false;
  }

  public static boolean vmIsMatchingStates() {
    return false;
  }

  public static boolean isTraceReplay() {
    return false;
  }

  public static void storeTrace(String fileName, String comment) {}

  public static void storeTraceIf(boolean cond, String fileName, String comment) {
    if (cond) {
      storeTrace(fileName, comment);
    }
  }

  public static void storeTraceAndTerminate(String fileName, String comment) {
    storeTrace(fileName, comment);
    terminateSearch();
  }

  public static void storeTraceAndTerminateIf(boolean cond, String fileName, String comment) {
    if (cond) {
      storeTraceAndTerminate(fileName, comment);
    }
  }

  public static void setHeuristicSearchValue(int n) {
    heuristicSearchValue = n;
  }

  public static void resetHeuristicSearchValue() {
    heuristicSearchValue = 0;
  }

  public static int getHeuristicSearchValue() {
    return heuristicSearchValue;
  }

  public static boolean isShared(Object o) {
    return false;
  }

  public static void setShared(Object o, boolean isShared) {}

  public static void freezeSharedness(Object o, boolean freeze) {}

  public static void setProperties(String... p) {}

  public static String getProperty(String key) {
    return null;
  }

  // --- output

  public static void printPathOutput(String msg) {
    System.out.println(msg);
  }

  public static void printPathOutput(boolean cond, String msg) {
    if (cond) {
      printPathOutput(msg);
    }
  }

  public static void threadPrint(String s) {
    print(Thread.currentThread().getName().concat(String.valueOf(s)));
  }

  public static void threadPrintln(String s) {
    println(Thread.currentThread().getName().concat(String.valueOf(s)));
  }

  public static void print(String s) {
    System.out.print(s);
  }

  public static void println(String s) {
    System.out.println(s);
  }

  public static void print(String s, int i) {
    System.out.print(s + " : " + i);
  }

  public static void print(String s, boolean b) {
    System.out.print(s + " : " + b);
  }

  public static void println() {
    System.out.println();
  }

  public static void print(String... args) {
    for (String s : args) {
      System.out.print(s);
    }
  }

  private static final String[] LEVELS = {"", "SEVERE", "WARNING", "INFO", "FINE", "FINER", "FINEST"};

  /** In a search log.level says up to which level, or log.LEVEL names loggers; a plain run shows everything. */
  private static void logged(String loggerId, int logLevel, String msg) {
    if (!isRunningInJPF()) {
      System.err.println(msg);
      return;
    }
    int limit = WARNING;
    String global = getProperty("log.level");
    for (int i = SEVERE; i < LEVELS.length; i++) {
      String level = LEVELS[i].toLowerCase();
      String named = getProperty("log.".concat(level));
      if (level.equalsIgnoreCase(global)) {
        limit = i;
      }
      if (named != null && java.util.Arrays.asList(named.split("[,: ]+")).contains(loggerId)) {
        limit = i;
        break;
      }
    }
    if (logLevel >= SEVERE && logLevel <= limit) {
      System.err.println("[".concat(LEVELS[logLevel]).concat("] ").concat(msg));
    }
  }

  public static void log(String loggerId, int logLevel, String msg) {
    logged(loggerId, logLevel, msg);
  }

  public static void log(String loggerId, int logLevel, String msg, String arg) {
    logged(loggerId, logLevel, msg + arg);
  }

  public static void log(String loggerId, int logLevel, String format, Object... args) {
    logged(loggerId, logLevel, String.format(format, args));
  }

  // --- attributes of fields, locals, elements and objects

  public static void setFieldAttribute(Object o, String fieldName, int val) {}

  public static int getFieldAttribute(Object o, String fieldName) {
    return 0;
  }

  public static void addFieldAttribute(Object o, String fieldName, int val) {}

  public static int[] getFieldAttributes(Object o, String fieldName) {
    return null;
  }

  public static void setLocalAttribute(String varName, int val) {}

  public static int getLocalAttribute(String varName) {
    return 0;
  }

  public static void addLocalAttribute(String varName, int val) {}

  public static int[] getLocalAttributes(String varName) {
    return null;
  }

  public static void setElementAttribute(Object arr, int idx, int val) {}

  public static int getElementAttribute(Object arr, int idx) {
    return 0;
  }

  public static void addElementAttribute(Object arr, int idx, int val) {}

  public static int[] getElementAttributes(Object arr, int idx) {
    return null;
  }

  public static void setObjectAttribute(Object o, int val) {}

  public static int getObjectAttribute(Object o) {
    return 0;
  }

  public static void addObjectAttribute(Object o, int val) {}

  public static int[] getObjectAttributes(Object o) {
    return null;
  }

  // --- choices

  public static boolean getBoolean() {
    return RANDOM.nextBoolean();
  }

  public static boolean getBoolean(boolean falseFirst) {
    return RANDOM.nextBoolean();
  }

  public static int getInt(int min, int max) {
    if (min > max) {
      int t = min;
      min = max;
      max = t;
    }
    return (int) (min + (long) (RANDOM.nextDouble() * ((long) max - min + 1)));
  }

  public static int getIntFromList(int... values) {
    return values[RANDOM.nextInt(values.length)];
  }

  public static long getLongFromList(long... values) {
    return values[RANDOM.nextInt(values.length)];
  }

  public static double getDoubleFromList(double... values) {
    return values[RANDOM.nextInt(values.length)];
  }

  public static float getFloatFromList(float... values) {
    return values[RANDOM.nextInt(values.length)];
  }

  public static int random(int max) {
    return getInt(0, max);
  }

  public static boolean randomBool() {
    return getBoolean();
  }

  public static Object getObject(String key) {
    return null;
  }

  public static int getInt(String key) {
    return -1;
  }

  public static double getDouble(String key) {
    return -1.0;
  }

  /** Beyond jpf-core: the same for the other kinds of value. */
  public static boolean getBoolean(String key) {
    return getBoolean();
  }

  public static long getLong(String key) {
    return -1;
  }

  public static float getFloat(String key) {
    return -1.0f;
  }

  public static Object randomObject(String type) {
    return null;
  }

  /** v with nBit of its lowest len bits flipped: every selection of them is a choice. */
  public static long getBitFlip(long v, int nBit, int len) {
    if (nBit < 0 || nBit > len || len > 64) {
      throw new IllegalArgumentException("cannot flip " + nBit + " of " + len + " bits");
    }
    int from = 0;
    for (int left = nBit; left > 0; left--) {
      int bit = getInt(from, len - left);
      v ^= 1L << bit;
      from = bit + 1;
    }
    return v;
  }

  public static long getBitFlip(long v, int nBit) {
    return getBitFlip(v, nBit, 64);
  }

  public static int getBitFlip(int v, int nBit) {
    return (int) getBitFlip(v, nBit, 32);
  }

  public static short getBitFlip(short v, int nBit) {
    return (short) getBitFlip(v, nBit, 16);
  }

  public static char getBitFlip(char v, int nBit) {
    return (char) getBitFlip(v, nBit, 16);
  }

  public static byte getBitFlip(byte v, int nBit) {
    return (byte) getBitFlip(v, nBit, 8);
  }

  public static double getBitFlip(double v, int nBit) {
    return Double.longBitsToDouble(getBitFlip(Double.doubleToRawLongBits(v), nBit, 64));
  }

  public static float getBitFlip(float v, int nBit) {
    return Float.intBitsToFloat((int) getBitFlip(Float.floatToRawIntBits(v), nBit, 32));
  }

  public static boolean getBitFlip(boolean v) {
    return !v;
  }

  // --- time, objects from outside

  public static long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /**
   * An object with the fields of a JSON text. Where a value is expected there may be a choice: Boolean(), TrueFalse(),
   * IntSet(1, 2), IntInterval(1, 3), DoubleSet(0.5, 1).
   */
  public static <T> T createFromJSON(Class<T> clazz, String json) {
    return clazz.cast(new VerifyJson(json).read(clazz));
  }

  public static void writeObjectToFile(Object object, String fileName) {
    try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(fileName))) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new RuntimeException(e);
    }
  }

  public static <T> T readObjectFromFile(Class<T> clazz, String fileName) {
    try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(fileName))) {
      return clazz.cast(in.readObject());
    } catch (IOException | ClassNotFoundException e) {
      throw new RuntimeException(e);
    }
  }
}
