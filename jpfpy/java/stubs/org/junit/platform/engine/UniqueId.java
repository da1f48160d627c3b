package org.junit.platform.engine;

public class UniqueId {
  public static native UniqueId forEngine(String engine);

  public native UniqueId append(String type, String value);

  public native java.util.List<Segment> getSegments();

  public static class Segment {
    public native String getType();

    public native String getValue();
  }
}
