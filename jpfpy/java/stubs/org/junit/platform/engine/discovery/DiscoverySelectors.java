package org.junit.platform.engine.discovery;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.platform.engine.UniqueId;

public final class DiscoverySelectors {
  public static native MethodSelector selectMethod(Class<?> cls, Method method);

  public static native NestedMethodSelector selectNestedMethod(
      List<Class<?>> outer, Class<?> cls, Method method);

  public static native UniqueIdSelector selectUniqueId(UniqueId id);
}
