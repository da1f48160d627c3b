// The platform's MBean server with beans of the program, and the runtime, memory and thread beans' basic figures.
import java.lang.management.*;
import java.util.*;
import javax.management.*;

public class MBeansPlatform {
    public interface StoreMBean {
        int getCount();

        void setCount(int n);

        String getName();

        String join(String a, int times);

        void fail();
    }

    public static class Store extends NotificationBroadcasterSupport implements StoreMBean {
        private int count = 3;

        public int getCount() {
            return count;
        }

        public void setCount(int n) {
            sendNotification(new AttributeChangeNotification(this, 1, 5, "count", "Count", "int", count, n));
            count = n;
        }

        public String getName() {
            return "store";
        }

        public String join(String a, int times) {
            return a.repeat(times) + count;
        }

        public void fail() {
            throw new IllegalStateException("no goods");
        }
    }

    public interface PointMXBean {
        Map<String, Integer> getParts();
    }

    public static class Point implements PointMXBean {
        public Map<String, Integer> getParts() {
            return new TreeMap<>(Map.of("x", 1, "y", 2));
        }
    }

    interface Task {
        Object run() throws Exception;
    }

    static void attempt(String what, Task t) {
        try {
            System.out.println(what + ": " + t.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e + " / " + e.getCause());
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("shop:type=Store,name=main");
        attempt("register", () -> server.registerMBean(new Store(), name));
        attempt("again", () -> server.registerMBean(new Store(), name));
        attempt("not compliant", () -> server.registerMBean(new Object(), new ObjectName("shop:type=Bad")));
        attempt("bad name", () -> new ObjectName("nothing"));
        server.addNotificationListener(name, (n, h) -> {
            AttributeChangeNotification c = (AttributeChangeNotification) n;
            System.out.println("notified " + h + " " + c.getOldValue() + " -> " + c.getNewValue());
        }, null, "hb");
        attempt("get", () -> server.getAttribute(name, "Count"));
        attempt("set", () -> {
            server.setAttribute(name, new Attribute("Count", 9));
            return server.getAttributes(name, new String[] {"Count", "Name"}).asList();
        });
        attempt("wrong type", () -> {
            server.setAttribute(name, new Attribute("Count", "x"));
            return null;
        });
        attempt("read only", () -> {
            server.setAttribute(name, new Attribute("Name", "x"));
            return null;
        });
        attempt("no attribute", () -> server.getAttribute(name, "Zip"));
        attempt("invoke", () -> server.invoke(name, "join", new Object[] {"ab", 2}, new String[] {"java.lang.String", "int"}));
        attempt("fail", () -> server.invoke(name, "fail", null, null));
        attempt("query", () -> server.queryNames(new ObjectName("shop:*"), Query.gt(Query.attr("Count"), Query.value(5))));
        attempt("proxy", () -> JMX.newMBeanProxy(server, name, StoreMBean.class).join("q", 3));
        attempt("info", () -> Arrays.stream(server.getMBeanInfo(name).getAttributes()).map(MBeanFeatureInfo::getName).sorted().toList());
        attempt("open", () -> {
            ObjectName point = new ObjectName("shop:type=Point");
            server.registerMBean(new Point(), point);
            return JMX.newMXBeanProxy(server, point, PointMXBean.class).getParts();
        });
        attempt("unregister", () -> {
            server.unregisterMBean(name);
            return server.isRegistered(name);
        });
        attempt("gone", () -> server.getAttribute(name, "Count"));
        attempt("spec", () -> server.getAttribute(new ObjectName("java.lang:type=Runtime"), "SpecName"));
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println((runtime.getUptime() >= 0) + " " + (runtime.getStartTime() > 0) + " " + runtime.getName().contains("@"));
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        System.out.println((heap.getUsed() > 0) + " " + (heap.getCommitted() >= heap.getUsed()) + " " + (heap.getMax() >= heap.getCommitted()));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        int before = threads.getThreadCount();
        Thread other = new Thread(() -> System.out.println("one more: " + (threads.getThreadCount() - before)));
        other.start();
        other.join();
        System.out.println(Arrays.stream(threads.getAllThreadIds()).anyMatch(id -> id == Thread.currentThread().getId()));
        System.out.println(threads.getDaemonThreadCount() < threads.getThreadCount());
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getName());
    }
}
