import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** Prints what this JVM selects: class, method, descriptor, declaring class of the implementation. */
public class Methods {
    public static void main(String[] args) throws Exception {
        List<String> names;
        if (args.length > 0) {
            names = Arrays.asList(args);
        } else {
            Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
            try (Stream<Path> s = Files.walk(base)) {
                names = s.map(p -> base.relativize(p).toString())
                        .filter(n -> n.endsWith(".class") && !n.startsWith("module-info"))
                        // flight recording rewrites these when they are loaded
                        .filter(n -> !n.startsWith("jdk/internal/event/"))
                        .map(n -> n.substring(0, n.length() - 6).replace('/', '.'))
                        .sorted().collect(Collectors.toList());
            }
        }
        StringBuilder out = new StringBuilder();
        for (String n : names) {
            try {
                Class<?> c = Class.forName(n, false, ClassLoader.getSystemClassLoader());
                if (c.isInterface() || Modifier.isAbstract(c.getModifiers())) continue;
                // the most specific of those with the same descriptor is what is selected
                TreeMap<String, Method> all = new TreeMap<>();
                for (Method m : c.getMethods()) {
                    if (Modifier.isStatic(m.getModifiers())) continue;
                    String d = MethodType.methodType(m.getReturnType(), m.getParameterTypes()).toMethodDescriptorString();
                    Method old = all.put(m.getName() + " " + d, m);
                    if (old != null) all.put(m.getName() + " " + d, Modifier.isAbstract(m.getModifiers()) ? old : m);
                }
                for (Map.Entry<String, Method> e : all.entrySet()) {
                    Method m = e.getValue();
                    String decl = Modifier.isAbstract(m.getModifiers()) ? "!" : m.getDeclaringClass().getName().replace('.', '/');
                    out.append(n.replace('.', '/')).append(' ').append(e.getKey()).append(' ').append(decl).append('\n');
                }
            } catch (Throwable t) {
                System.err.println(n + ": " + t);
            }
        }
        System.out.print(out);
    }
}
