package jpfpy.junit;

import java.lang.reflect.Method;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;

/** The request as engines since 1.12 want it: `create` has got further parameters over time. */
final class Requests {
  private Requests() {}

  static ExecutionRequest create(Method create, TestDescriptor root, Jupiter listener, Asked asked)
      throws Throwable {
    Class<?>[] types = create.getParameterTypes();
    Object[] args = new Object[types.length];
    args[0] = root;
    args[1] = listener;
    args[2] = asked.getConfigurationParameters();
    for (int i = 3; i < types.length; i++) {
      switch (types[i].getSimpleName()) {
        case "OutputDirectoryProvider":
          args[i] = new Output.Provider();
          break;
        case "OutputDirectoryCreator":
          args[i] = new Output.Creator();
          break;
        case "NamespacedHierarchicalStore":
          // of this request, in that of the session
          args[i] =
              new NamespacedHierarchicalStore<Object>(new NamespacedHierarchicalStore<Object>(null));
          break;
        case "CancellationToken":
          args[i] = CancellationToken.disabled();
          break;
        default:
          throw new IllegalStateException(
              "this version of JUnit wants a " + types[i].getName() + " to run a test");
      }
    }
    create.setAccessible(true);
    return (ExecutionRequest) create.invoke(null, args);
  }
}
