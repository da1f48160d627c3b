import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.*;
import java.nio.file.*;
import static java.lang.constant.ConstantDescs.*;

/**
 * Writes Boots.class: call sites and dynamic constants with bootstrap methods of the class's own.
 * JDK 24 or later.
 */
public class GenBootstraps {
    static final ClassDesc OWN = ClassDesc.of("Boots"),
            PRINT = ClassDesc.of("java.io.PrintStream"),
            HANDLES = ClassDesc.of("java.lang.invoke.MethodHandles"),
            CONSTANT = ClassDesc.of("java.lang.invoke.ConstantCallSite"),
            MUTABLE = ClassDesc.of("java.lang.invoke.MutableCallSite"),
            SITE = CD_CallSite,
            SB = ClassDesc.of("java.lang.StringBuilder");

    static DirectMethodHandleDesc own(String name, MethodTypeDesc type) {
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, OWN, name, type);
    }

    static void print(CodeBuilder c, ClassDesc t) {
        c.invokestatic(OWN, "show", MethodTypeDesc.of(CD_void, t.isPrimitive() ? t : CD_Object));
    }

    public static void main(String[] args) throws Exception {
        MethodTypeDesc
                bsm = MethodTypeDesc.of(SITE, CD_MethodHandles_Lookup, CD_String, CD_MethodType),
                cat = MethodTypeDesc.of(CD_String, CD_String, CD_int),
                bsm2 =
                        MethodTypeDesc.of(
                                SITE,
                                CD_MethodHandles_Lookup,
                                CD_String,
                                CD_MethodType,
                                CD_Object.arrayType()),
                con =
                        MethodTypeDesc.of(
                                CD_Object,
                                CD_MethodHandles_Lookup,
                                CD_String,
                                CD_Class,
                                CD_String,
                                CD_int),
                lng = MethodTypeDesc.of(CD_long, CD_MethodHandles_Lookup, CD_String, CD_Class);
        byte[] b =
                ClassFile.of()
                        .build(
                                OWN,
                                cb -> {
                                    cb.withVersion(61, 0)
                                            .withField("made", CD_int, ClassFile.ACC_STATIC);
                                    cb.withMethodBody(
                                            "show",
                                            MethodTypeDesc.of(CD_void, CD_Object),
                                            8,
                                            c ->
                                                    c.getstatic(CD_System(), "out", PRINT)
                                                            .aload(0)
                                                            .invokevirtual(
                                                                    PRINT,
                                                                    "println",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_Object))
                                                            .return_());
                                    cb.withMethodBody(
                                            "show",
                                            MethodTypeDesc.of(CD_void, CD_long),
                                            8,
                                            c ->
                                                    c.getstatic(CD_System(), "out", PRINT)
                                                            .lload(0)
                                                            .invokevirtual(
                                                                    PRINT,
                                                                    "println",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_long))
                                                            .return_());
                                    cb.withMethodBody(
                                            "cat",
                                            cat,
                                            8,
                                            c ->
                                                    c.new_(SB)
                                                            .dup()
                                                            .aload(0)
                                                            .invokespecial(
                                                                    SB,
                                                                    "<init>",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_String))
                                                            .iload(1)
                                                            .invokevirtual(
                                                                    SB,
                                                                    "append",
                                                                    MethodTypeDesc.of(SB, CD_int))
                                                            .invokevirtual(
                                                                    SB,
                                                                    "toString",
                                                                    MethodTypeDesc.of(CD_String))
                                                            .areturn());
                                    // CallSite boot(Lookup l, String name, MethodType t): counts,
                                    // then links to cat
                                    cb.withMethodBody(
                                            "boot",
                                            bsm,
                                            8,
                                            c ->
                                                    c.getstatic(OWN, "made", CD_int)
                                                            .iconst_1()
                                                            .iadd()
                                                            .putstatic(OWN, "made", CD_int)
                                                            .new_(CONSTANT)
                                                            .dup()
                                                            .aload(0)
                                                            .loadConstant(OWN)
                                                            .loadConstant("cat")
                                                            .aload(2)
                                                            .invokevirtual(
                                                                    CD_MethodHandles_Lookup,
                                                                    "findStatic",
                                                                    MethodTypeDesc.of(
                                                                            CD_MethodHandle,
                                                                            CD_Class,
                                                                            CD_String,
                                                                            CD_MethodType))
                                                            .invokespecial(
                                                                    CONSTANT,
                                                                    "<init>",
                                                                    MethodTypeDesc.of(
                                                                            CD_void,
                                                                            CD_MethodHandle))
                                                            .areturn());
                                    // variable static arguments: a constant site of their string
                                    cb.withMethodBody(
                                            "vars",
                                            bsm2,
                                            8,
                                            c ->
                                                    c.new_(MUTABLE)
                                                            .dup()
                                                            .loadConstant(CD_String)
                                                            .aload(3)
                                                            .invokestatic(
                                                                    ClassDesc.of(
                                                                            "java.util.Arrays"),
                                                                    "toString",
                                                                    MethodTypeDesc.of(
                                                                            CD_String,
                                                                            CD_Object.arrayType()))
                                                            .invokestatic(
                                                                    HANDLES,
                                                                    "constant",
                                                                    MethodTypeDesc.of(
                                                                            CD_MethodHandle,
                                                                            CD_Class,
                                                                            CD_Object))
                                                            .invokespecial(
                                                                    MUTABLE,
                                                                    "<init>",
                                                                    MethodTypeDesc.of(
                                                                            CD_void,
                                                                            CD_MethodHandle))
                                                            .areturn());
                                    cb.withMethodBody(
                                            "con",
                                            con,
                                            8,
                                            c ->
                                                    c.getstatic(OWN, "made", CD_int)
                                                            .iconst_1()
                                                            .iadd()
                                                            .putstatic(OWN, "made", CD_int)
                                                            .aload(1)
                                                            .aload(3)
                                                            .invokevirtual(
                                                                    CD_String,
                                                                    "concat",
                                                                    MethodTypeDesc.of(
                                                                            CD_String, CD_String))
                                                            .iload(4)
                                                            .invokestatic(OWN, "cat", cat)
                                                            .areturn());
                                    cb.withMethodBody(
                                            "lng", lng, 8, c -> c.loadConstant(1L << 40).lreturn());
                                    cb.withMethodBody(
                                            "bad", bsm, 8, c -> c.aconst_null().areturn());
                                    cb.withMethodBody(
                                            "fails",
                                            bsm,
                                            8,
                                            c ->
                                                    c.new_(
                                                                    ClassDesc.of(
                                                                            "java.lang.IllegalStateException"))
                                                            .dup()
                                                            .loadConstant("no site")
                                                            .invokespecial(
                                                                    ClassDesc.of(
                                                                            "java.lang.IllegalStateException"),
                                                                    "<init>",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_String))
                                                            .athrow());
                                    for (String n : new String[] {"bad", "fails"})
                                        cb.withMethodBody(
                                                "try_" + n,
                                                MethodTypeDesc.of(CD_void),
                                                8,
                                                c ->
                                                        c.trying(
                                                                        t ->
                                                                                t.invokedynamic(
                                                                                        DynamicCallSiteDesc
                                                                                                .of(
                                                                                                        own(
                                                                                                                n,
                                                                                                                bsm),
                                                                                                        "x",
                                                                                                        MethodTypeDesc
                                                                                                                .of(
                                                                                                                        CD_void))),
                                                                        h ->
                                                                                h.catching(
                                                                                        ClassDesc
                                                                                                .of(
                                                                                                        "java.lang.BootstrapMethodError"),
                                                                                        x ->
                                                                                                x.dup()
                                                                                                        .invokevirtual(
                                                                                                                CD_Throwable,
                                                                                                                "getCause",
                                                                                                                MethodTypeDesc
                                                                                                                        .of(
                                                                                                                                CD_Throwable))
                                                                                                        .invokestatic(
                                                                                                                OWN,
                                                                                                                "show",
                                                                                                                MethodTypeDesc
                                                                                                                        .of(
                                                                                                                                CD_void,
                                                                                                                                CD_Object))
                                                                                                        .invokevirtual(
                                                                                                                CD_Object,
                                                                                                                "getClass",
                                                                                                                MethodTypeDesc
                                                                                                                        .of(
                                                                                                                                CD_Class))
                                                                                                        .invokestatic(
                                                                                                                OWN,
                                                                                                                "show",
                                                                                                                MethodTypeDesc
                                                                                                                        .of(
                                                                                                                                CD_void,
                                                                                                                                CD_Object))))
                                                                .return_());
                                    cb.withMethodBody(
                                            "main",
                                            MethodTypeDesc.of(CD_void, CD_String.arrayType()),
                                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                            c -> {
                                                for (int i = 0; i < 2; i++) {
                                                    c.loadConstant("a")
                                                            .loadConstant(i)
                                                            .invokedynamic(
                                                                    DynamicCallSiteDesc.of(
                                                                            own("boot", bsm),
                                                                            "any",
                                                                            cat));
                                                    print(c, CD_Object);
                                                }
                                                c.invokedynamic(
                                                        DynamicCallSiteDesc.of(
                                                                own("vars", bsm2),
                                                                "v",
                                                                MethodTypeDesc.of(CD_String),
                                                                "s",
                                                                1,
                                                                2L,
                                                                1.5f,
                                                                2.5,
                                                                CD_String,
                                                                MethodTypeDesc.of(CD_void, CD_int),
                                                                own("cat", cat),
                                                                DynamicConstantDesc.ofNamed(
                                                                        own("con", con),
                                                                        "n",
                                                                        CD_Object,
                                                                        "x",
                                                                        4)));
                                                print(c, CD_Object);
                                                var k =
                                                        DynamicConstantDesc.ofNamed(
                                                                own("con", con),
                                                                "name",
                                                                CD_Object,
                                                                "arg",
                                                                7);
                                                c.loadConstant(k);
                                                print(c, CD_Object);
                                                c.loadConstant(k);
                                                print(c, CD_Object);
                                                c.loadConstant(
                                                        DynamicConstantDesc.ofNamed(
                                                                own("lng", lng), "j", CD_long));
                                                print(c, CD_long);
                                                c.loadConstant(own("cat", cat))
                                                        .loadConstant("h")
                                                        .loadConstant(3)
                                                        .invokevirtual(
                                                                CD_MethodHandle,
                                                                "invokeExact",
                                                                cat);
                                                print(c, CD_Object);
                                                c.loadConstant(
                                                                MethodHandleDesc.ofMethod(
                                                                        DirectMethodHandleDesc.Kind
                                                                                .VIRTUAL,
                                                                        CD_String,
                                                                        "length",
                                                                        MethodTypeDesc.of(CD_int)))
                                                        .loadConstant("four")
                                                        .invokevirtual(
                                                                CD_MethodHandle,
                                                                "invoke",
                                                                MethodTypeDesc.of(
                                                                        CD_Object, CD_String));
                                                print(c, CD_Object);
                                                c.loadConstant(
                                                        MethodHandleDesc.ofConstructor(
                                                                SB, CD_String));
                                                print(c, CD_Object);
                                                c.loadConstant(
                                                                MethodHandleDesc.ofField(
                                                                        DirectMethodHandleDesc.Kind
                                                                                .STATIC_GETTER,
                                                                        OWN,
                                                                        "made",
                                                                        CD_int))
                                                        .invokevirtual(
                                                                CD_MethodHandle,
                                                                "invokeExact",
                                                                MethodTypeDesc.of(CD_int))
                                                        .i2l();
                                                print(c, CD_long);
                                                c.invokestatic(
                                                                OWN,
                                                                "try_bad",
                                                                MethodTypeDesc.of(CD_void))
                                                        .invokestatic(
                                                                OWN,
                                                                "try_fails",
                                                                MethodTypeDesc.of(CD_void))
                                                        .return_();
                                            });
                                });
        Files.write(Path.of(args[0], "Boots.class"), b);
    }

    static ClassDesc CD_System() {
        return ClassDesc.of("java.lang.System");
    }
}
