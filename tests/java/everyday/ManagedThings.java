// Management beans, preferences-free settings, naming without a provider, subjects and principals,
// timers of the platform: what works and how the rest fails.
import java.lang.management.*;
import java.util.*;
import javax.management.*;

public class ManagedThings {
    public interface HelloMBean {
        int getCount();

        void setCount(int c);

        String say(String s);
    }

    public static class Hello implements HelloMBean {
        int c = 3;

        public int getCount() {
            return c;
        }

        public void setCount(int c) {
            this.c = c;
        }

        public String say(String s) {
            return "hi " + s;
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer s = MBeanServerFactory.newMBeanServer("dom");
        ObjectName n = new ObjectName("app:type=Hello");
        s.registerMBean(new Hello(), n);
        System.out.println(s.getAttribute(n, "Count"));
        s.setAttribute(n, new Attribute("Count", 9));
        System.out.println(
                s.getAttribute(n, "Count")
                        + " "
                        + s.invoke(n, "say", new Object[] {"bo"}, new String[] {"java.lang.String"})
                        + s.isRegistered(n)
                        + s.queryNames(new ObjectName("app:*"), null));
        try {
            s.getAttribute(n, "None");
        } catch (AttributeNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.registerMBean(new Object(), new ObjectName("a:b=c"));
        } catch (NotCompliantMBeanException e) {
            System.out.println("not compliant");
        }
        try {
            new ObjectName("bad");
        } catch (MalformedObjectNameException e) {
            System.out.println(e.getMessage());
        }
        try {
            new javax.naming.InitialContext().lookup("x");
        } catch (javax.naming.NamingException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        javax.security.auth.Subject su = new javax.security.auth.Subject();
        su.getPrincipals().add(new javax.security.auth.x500.X500Principal("CN=Duke, O=Java"));
        System.out.println(su.getPrincipals().iterator().next().getName());
        System.out.println(
                new java.sql.Timestamp(0).toInstant()
                        + " "
                        + java.sql.Date.valueOf("2024-02-29").toLocalDate().plusYears(1)
                        + " "
                        + new java.awt.Point(3, 4).distance(0, 0)
                        + new java.awt.Rectangle(0, 0, 5, 5)
                                .intersects(new java.awt.Rectangle(4, 4, 1, 1))
                        + new java.awt.Color(255, 0, 128).getRGB()
                        + new java.awt.geom.AffineTransform(1, 0, 0, 1, 5, 6)
                                .transform(new java.awt.geom.Point2D.Double(1, 1), null));
    }
}
