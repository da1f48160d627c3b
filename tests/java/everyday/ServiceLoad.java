// ServiceLoader over META-INF/services: order, laziness, provider types, a provider that fails.
import java.util.*;
import java.util.stream.*;

public class ServiceLoad {
    public interface Svc {
        String name();
    }

    public static class One implements Svc {
        public One() {
            System.out.print("(made one)");
        }

        public String name() {
            return "one";
        }
    }

    public static class Two implements Svc {
        public String name() {
            return "two";
        }
    }

    public interface None {}

    public static void main(String[] args) {
        ServiceLoader<Svc> l = ServiceLoader.load(Svc.class);
        for (Svc s : l) System.out.println(s.name() + s.getClass().getSimpleName());
        System.out.println(
                l.stream()
                                .map(ServiceLoader.Provider::type)
                                .map(Class::getSimpleName)
                                .collect(Collectors.toList())
                        + " "
                        + l.findFirst().get().name()
                        + (l.findFirst().get() == l.iterator().next()));
        l.reload();
        System.out.println(
                l.iterator().next().name()
                        + ServiceLoader.load(None.class).findFirst().isPresent()
                        + " "
                        + ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class, null)
                                .findFirst()
                                .isPresent());
        try {
            ServiceLoader.load(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
