// Names of classes of every kind, modifiers, hierarchy, enclosing classes.
import java.util.*;
import java.lang.reflect.Modifier;

public class ClassNames {
    static class Nested {
        class Inner {}
    }

    interface Face {}

    enum En {
        A {}
    }

    @interface Ann {}

    record Rec(int a) {}

    abstract static class Abs<T> implements Face, Comparable<T> {}

    static void show(Class<?> c) {
        System.out.println(
                c.getName()
                        + " | "
                        + c.getSimpleName()
                        + " | "
                        + c.getTypeName()
                        + " | "
                        + c.getCanonicalName()
                        + " | "
                        + c
                        + " | "
                        + Modifier.toString(c.getModifiers())
                        + " | "
                        + c.isInterface()
                        + c.isArray()
                        + c.isPrimitive()
                        + c.isEnum()
                        + c.isAnnotation()
                        + c.isRecord()
                        + c.isMemberClass()
                        + c.isLocalClass()
                        + c.isAnonymousClass()
                        + c.isSynthetic()
                        + c.isHidden()
                        + " | "
                        + c.getPackageName()
                        + " | "
                        + c.getSuperclass()
                        + " | "
                        + Arrays.toString(c.getInterfaces())
                        + " | "
                        + c.getEnclosingClass()
                        + " | "
                        + c.getDeclaringClass()
                        + " | "
                        + c.getEnclosingMethod()
                        + " | "
                        + c.getComponentType()
                        + " | "
                        + c.toGenericString()
                        + " | "
                        + c.descriptorString());
    }

    public static void main(String[] args) throws Exception {
        class Local {}
        Object anon = new Object() {};
        Runnable inLambda =
                () -> {
                    class InLambda {}
                    show(InLambda.class);
                };
        for (Class<?> c :
                new Class<?>[] {
                    ClassNames.class,
                    Nested.class,
                    Nested.Inner.class,
                    Face.class,
                    En.class,
                    En.A.getClass(),
                    Ann.class,
                    Rec.class,
                    Abs.class,
                    Local.class,
                    anon.getClass(),
                    int.class,
                    void.class,
                    int[].class,
                    String[][].class,
                    Nested[].class,
                    Map.Entry.class,
                    Object.class,
                    Thread.State.class,
                    List.class
                }) show(c);
        inLambda.run();
        System.out.println(
                Class.forName("[Ljava.lang.String;")
                        + " "
                        + Class.forName("[[I").getSimpleName()
                        + " "
                        + Class.forName("ClassNames$Nested$Inner").getSimpleName()
                        + " "
                        + Class.forName("java.util.Map$Entry"));
        for (String bad :
                new String[] {
                    "int",
                    "java/lang/String",
                    "java.lang.String[]",
                    "[Lnope;",
                    "",
                    "ClassNames.Nested",
                    "[["
                }) {
            try {
                System.out.println(Class.forName(bad));
            } catch (ClassNotFoundException e) {
                System.out.println(e);
            }
        }
        System.out.println(
                Number.class.isAssignableFrom(Integer.class)
                        + " "
                        + Integer.class.isInstance(5)
                        + " "
                        + Object[].class.isAssignableFrom(String[].class)
                        + " "
                        + int.class.isInstance(5)
                        + " "
                        + Face.class.isAssignableFrom(Abs.class)
                        + " "
                        + Object.class.isAssignableFrom(Face.class)
                        + " "
                        + long[].class.isAssignableFrom(int[].class));
        try {
            Integer.class.cast("x");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Integer.class.cast(null)
                        + " "
                        + Nested.class.getNestHost()
                        + " "
                        + Nested.class.isNestmateOf(En.class)
                        + " "
                        + ClassNames.class.getPackage().getName().isEmpty()
                        + " "
                        + String.class.getModule()
                        + " "
                        + ClassNames.class.getModule().isNamed()
                        + " "
                        + String.class.getClassLoader()
                        + " "
                        + ClassNames.class.getClassLoader().getClass().getSimpleName()
                        + " "
                        + int[].class.arrayType()
                        + " "
                        + En.class.getEnumConstants().length
                        + " "
                        + Arrays.toString(Rec.class.getRecordComponents()));
        Class<?>[] dc = ClassNames.class.getDeclaredClasses();
        Arrays.sort(dc, Comparator.comparing(Class::getName));
        System.out.println(Arrays.toString(dc));
    }
}
