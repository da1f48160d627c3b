// The ClassFile API generating a class that a lookup defines and a handle calls; hidden classes;
// parsing.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import static java.lang.constant.ConstantDescs.*;

public class ClassFileApi {
    public static void main(String[] args) throws Throwable {
        byte[] b =
                ClassFile.of()
                        .build(
                                ClassDesc.of("Gen"),
                                cb ->
                                        cb.withMethodBody(
                                                "fact",
                                                MethodTypeDesc.of(CD_long, CD_int),
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                c -> {
                                                    Label top = c.newLabel(), end = c.newLabel();
                                                    c.lconst_1()
                                                            .lstore(1)
                                                            .labelBinding(top)
                                                            .iload(0)
                                                            .iconst_1()
                                                            .if_icmple(end)
                                                            .lload(1)
                                                            .iload(0)
                                                            .i2l()
                                                            .lmul()
                                                            .lstore(1)
                                                            .iinc(0, -1)
                                                            .goto_(top)
                                                            .labelBinding(end)
                                                            .lload(1)
                                                            .lreturn();
                                                }));
        MethodHandles.Lookup l = MethodHandles.lookup();
        Class<?> g = l.defineClass(b);
        System.out.println(
                g.getName()
                        + " "
                        + (long)
                                l.findStatic(
                                                g,
                                                "fact",
                                                MethodType.methodType(long.class, int.class))
                                        .invokeExact(10)
                        + g.getMethod("fact", int.class).invoke(null, 5));
        ClassModel m = ClassFile.of().parse(b);
        System.out.println(
                m.thisClass().asInternalName()
                        + m.methods().get(0).methodName()
                        + m.methods().get(0).code().get().elementList().size());
        MethodHandles.Lookup h = l.defineHiddenClass(b, true);
        System.out.println(
                h.lookupClass().isHidden()
                        + " "
                        + h.lookupClass().getName().startsWith("Gen/")
                        + (long)
                                h.findStatic(
                                                h.lookupClass(),
                                                "fact",
                                                MethodType.methodType(long.class, int.class))
                                        .invokeExact(6));
        try {
            l.defineClass(b);
        } catch (LinkageError e) {
            System.out.println("duplicate");
        }
        try {
            l.defineClass(new byte[] {1, 2, 3, 4});
        } catch (ClassFormatError e) {
            System.out.println(e.getMessage());
        }
    }
}
