import static java.lang.constant.ConstantDescs.*;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.*;
import java.nio.file.*;
import java.util.function.Consumer;

/** Writes Sites.class: call sites and constants whose bootstrap methods are those of Failing. JDK 24 or later. */
public class GenFailing {
    static final ClassDesc OWN = ClassDesc.of("Sites"), BOOTS = ClassDesc.of("Failing");
    static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_String);

    static DirectMethodHandleDesc boot(String name, ClassDesc result, ClassDesc type) {
        MethodTypeDesc t = MethodTypeDesc.of(result, CD_MethodHandles_Lookup, CD_String, type);
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, BOOTS, name, t);
    }

    public static void main(String[] args) throws Exception {
        byte[] b = ClassFile.of().build(OWN, cb -> {
            cb.withVersion(61, 0);
            for (String kind :
                new String[] {"exception", "error", "linkage", "missing", "wrong", "fine", "first", "race"}) {
                Consumer<CodeBuilder> site =
                    c -> c.invokedynamic(DynamicCallSiteDesc.of(boot(kind, CD_CallSite, CD_MethodType), kind, RUN));
                Consumer<CodeBuilder> constant =
                    c -> c.loadConstant(DynamicConstantDesc.ofNamed(boot(kind, CD_Object, CD_Class), kind, CD_String));
                cb.withMethodBody("site_" + kind, RUN, ClassFile.ACC_STATIC, c -> {
                    site.accept(c);
                    c.areturn();
                });
                cb.withMethodBody("constant_" + kind, RUN, ClassFile.ACC_STATIC, c -> {
                    constant.accept(c);
                    c.areturn();
                });
            }
        });
        Files.write(Path.of(args[0], "Sites.class"), b);
    }
}
