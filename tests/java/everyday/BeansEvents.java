// java.beans property changes, Introspector, indexed properties, vetoes; java.util.EventObject and
// listeners.
import java.beans.*;
import java.util.*;

public class BeansEvents {
    public static class Person {
        private final PropertyChangeSupport pcs = new PropertyChangeSupport(this);
        private final VetoableChangeSupport vcs = new VetoableChangeSupport(this);
        private String name;
        private int age;
        private boolean active;

        public String getName() {
            return name;
        }

        public void setName(String n) {
            String o = name;
            name = n;
            pcs.firePropertyChange("name", o, n);
        }

        public int getAge() {
            return age;
        }

        public void setAge(int a) throws PropertyVetoException {
            vcs.fireVetoableChange("age", age, a);
            int o = age;
            age = a;
            pcs.firePropertyChange("age", o, a);
        }

        public boolean isActive() {
            return active;
        }

        public void addPropertyChangeListener(PropertyChangeListener l) {
            pcs.addPropertyChangeListener(l);
        }

        public void addVetoableChangeListener(VetoableChangeListener l) {
            vcs.addVetoableChangeListener(l);
        }
    }

    static class Ev extends EventObject {
        Ev(Object s) {
            super(s);
        }
    }

    public static void main(String[] args) throws Exception {
        Person p = new Person();
        p.addPropertyChangeListener(
                e ->
                        System.out.println(
                                e.getPropertyName()
                                        + ":"
                                        + e.getOldValue()
                                        + "->"
                                        + e.getNewValue()));
        p.addVetoableChangeListener(
                e -> {
                    if ((int) e.getNewValue() < 0) throw new PropertyVetoException("negative", e);
                });
        p.setName("a");
        p.setName("a");
        p.setName("b");
        p.setAge(3);
        try {
            p.setAge(-1);
        } catch (PropertyVetoException e) {
            System.out.println(e.getMessage() + p.getAge());
        }
        for (PropertyDescriptor d :
                Introspector.getBeanInfo(Person.class, Object.class).getPropertyDescriptors())
            System.out.println(
                    d.getName()
                            + " "
                            + d.getPropertyType().getSimpleName()
                            + " "
                            + (d.getWriteMethod() != null));
        try {
            new Ev(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
