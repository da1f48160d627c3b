import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.*;
import java.lang.invoke.MethodHandles;
import java.nio.file.*;
import static java.lang.constant.ConstantDescs.*;

/**
 * Writes Condy.class: dynamic constants and call sites that javac does not emit from source. JDK 24
 * or later.
 */
public class GenCondy {
    static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System"),
            PRINT = ClassDesc.of("java.io.PrintStream"),
            CONCAT = ClassDesc.of("java.lang.invoke.StringConcatFactory"),
            UNIT = ClassDesc.of("java.util.concurrent.TimeUnit"),
            CDESC = ClassDesc.of("java.lang.constant.ClassDesc");

    static final DirectMethodHandleDesc OWN_FIELD =
            ofConstantBootstrap(
                    ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
                    "getStaticFinal",
                    CD_Object);

    static void show(CodeBuilder c, ConstantDesc k, ClassDesc printAs) {
        c.getstatic(SYSTEM, "out", PRINT)
                .loadConstant(k)
                .invokevirtual(PRINT, "println", MethodTypeDesc.of(CD_void, printAs));
    }

    static void concat(CodeBuilder c, String bsm, MethodTypeDesc type, ConstantDesc... args) {
        MethodTypeDesc t =
                bsm.equals("makeConcat")
                        ? MethodTypeDesc.of(
                                CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType)
                        : MethodTypeDesc.of(
                                CD_CallSite,
                                CD_MethodHandles_Lookup,
                                CD_String,
                                CD_MethodType,
                                CD_String,
                                CD_Object.arrayType());
        c.invokedynamic(
                DynamicCallSiteDesc.of(
                        MethodHandleDesc.ofMethod(
                                DirectMethodHandleDesc.Kind.STATIC, CONCAT, bsm, t),
                        "x",
                        type,
                        args));
    }

    public static void main(String[] args) throws Exception {
        byte[] b =
                ClassFile.of()
                        .build(
                                ClassDesc.of("Condy"),
                                cb ->
                                        cb.withVersion(61, 0)
                                                .withMethodBody(
                                                        "main",
                                                        MethodTypeDesc.of(
                                                                CD_void, CD_String.arrayType()),
                                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                        c -> {
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_NULL_CONSTANT,
                                                                            "n",
                                                                            CD_Object),
                                                                    CD_Object);
                                                            for (String p :
                                                                    "Z B C S I J F D V".split(" "))
                                                                show(
                                                                        c,
                                                                        DynamicConstantDesc.ofNamed(
                                                                                BSM_PRIMITIVE_CLASS,
                                                                                p,
                                                                                CD_Class),
                                                                        CD_Object);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_ENUM_CONSTANT,
                                                                            "SECONDS",
                                                                            UNIT),
                                                                    CD_Object);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            OWN_FIELD,
                                                                            "MAX_VALUE",
                                                                            CD_int),
                                                                    CD_int);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            OWN_FIELD,
                                                                            "MIN_VALUE",
                                                                            CD_long),
                                                                    CD_long);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            OWN_FIELD,
                                                                            "MAX_VALUE",
                                                                            CD_double),
                                                                    CD_double);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            OWN_FIELD,
                                                                            "TRUE",
                                                                            ClassDesc.of(
                                                                                    "java.lang.Boolean")),
                                                                    CD_Object);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_GET_STATIC_FINAL,
                                                                            "EMPTY_LIST",
                                                                            CD_List,
                                                                            ClassDesc.of(
                                                                                    "java.util.Collections")),
                                                                    CD_Object);
                                                            var parse =
                                                                    MethodHandleDesc.ofMethod(
                                                                            DirectMethodHandleDesc
                                                                                    .Kind.STATIC,
                                                                            CD_Integer,
                                                                            "parseInt",
                                                                            MethodTypeDesc.of(
                                                                                    CD_int,
                                                                                    CD_String));
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_INVOKE,
                                                                            "p",
                                                                            CD_int,
                                                                            parse,
                                                                            "42"),
                                                                    CD_int);
                                                            var listOf =
                                                                    MethodHandleDesc.ofMethod(
                                                                            DirectMethodHandleDesc
                                                                                    .Kind
                                                                                    .INTERFACE_STATIC,
                                                                            CD_List,
                                                                            "of",
                                                                            MethodTypeDesc.of(
                                                                                    CD_List,
                                                                                    CD_Object
                                                                                            .arrayType()));
                                                            var fixed =
                                                                    MethodHandleDesc.ofMethod(
                                                                            DirectMethodHandleDesc
                                                                                    .Kind
                                                                                    .INTERFACE_STATIC,
                                                                            CD_List,
                                                                            "of",
                                                                            MethodTypeDesc.of(
                                                                                    CD_List,
                                                                                    CD_Object,
                                                                                    CD_Object));
                                                            var list =
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_INVOKE,
                                                                            "l",
                                                                            CD_List,
                                                                            fixed,
                                                                            "a",
                                                                            "b");
                                                            show(c, list, CD_Object);
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_INVOKE,
                                                                            "v",
                                                                            CD_List,
                                                                            listOf,
                                                                            "a",
                                                                            1,
                                                                            2.5,
                                                                            7L,
                                                                            CD_String),
                                                                    CD_Object);
                                                            c.getstatic(SYSTEM, "out", PRINT)
                                                                    .loadConstant(list)
                                                                    .loadConstant(list);
                                                            var no = c.newLabel();
                                                            var end = c.newLabel();
                                                            c.if_acmpne(no)
                                                                    .iconst_1()
                                                                    .goto_(end)
                                                                    .labelBinding(no)
                                                                    .iconst_0()
                                                                    .labelBinding(end);
                                                            c.invokevirtual(
                                                                    PRINT,
                                                                    "println",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_boolean));
                                                            var classDesc =
                                                                    MethodHandleDesc.ofMethod(
                                                                            DirectMethodHandleDesc
                                                                                    .Kind
                                                                                    .INTERFACE_STATIC,
                                                                            CDESC,
                                                                            "of",
                                                                            MethodTypeDesc.of(
                                                                                    CDESC,
                                                                                    CD_String));
                                                            var enumDesc =
                                                                    MethodHandleDesc.ofMethod(
                                                                            DirectMethodHandleDesc
                                                                                    .Kind.STATIC,
                                                                            ClassDesc.of(
                                                                                    "java.lang.Enum$EnumDesc"),
                                                                            "of",
                                                                            MethodTypeDesc.of(
                                                                                    ClassDesc.of(
                                                                                            "java.lang.Enum$EnumDesc"),
                                                                                    CDESC,
                                                                                    CD_String));
                                                            show(
                                                                    c,
                                                                    DynamicConstantDesc.ofNamed(
                                                                            BSM_INVOKE,
                                                                            "e",
                                                                            ClassDesc.of(
                                                                                    "java.lang.Enum$EnumDesc"),
                                                                            enumDesc,
                                                                            DynamicConstantDesc
                                                                                    .ofNamed(
                                                                                            BSM_INVOKE,
                                                                                            "c",
                                                                                            CDESC,
                                                                                            classDesc,
                                                                                            "java.util.concurrent.TimeUnit"),
                                                                            "DAYS"),
                                                                    CD_Object);
                                                            show(
                                                                    c,
                                                                    MethodTypeDesc.of(
                                                                            CD_void,
                                                                            CD_int,
                                                                            CD_String,
                                                                            CD_long.arrayType(),
                                                                            CD_double),
                                                                    CD_Object);
                                                            c.getstatic(SYSTEM, "out", PRINT)
                                                                    .iconst_5()
                                                                    .loadConstant(1L << 40);
                                                            concat(
                                                                    c,
                                                                    "makeConcat",
                                                                    MethodTypeDesc.of(
                                                                            CD_String, CD_int,
                                                                            CD_long));
                                                            c.invokevirtual(
                                                                    PRINT,
                                                                    "println",
                                                                    MethodTypeDesc.of(
                                                                            CD_void, CD_String));
                                                            c.getstatic(SYSTEM, "out", PRINT)
                                                                    .loadConstant("arg");
                                                            concat(
                                                                    c,
                                                                    "makeConcatWithConstants",
                                                                    MethodTypeDesc.of(
                                                                            CD_String, CD_String),
                                                                    "<\2|\1|\2|\2|\2|\2>",
                                                                    "c\1\2",
                                                                    12,
                                                                    3.25,
                                                                    CD_String,
                                                                    1L << 33);
                                                            c.invokevirtual(
                                                                            PRINT,
                                                                            "println",
                                                                            MethodTypeDesc.of(
                                                                                    CD_void,
                                                                                    CD_String))
                                                                    .return_();
                                                        }));
        Files.write(Path.of(args[0], "Condy.class"), b);
    }
}
