"""Fields, calls, objects, monitors; reserved opcodes."""

from __future__ import annotations

from typing import Any

from tests.asm import FINAL, OPCODES, PUBLIC, STATIC, Class, Code
from tests.opcodes.base import (
    BASE,
    DESC,
    DOUBLES,
    FACE,
    FLOATS,
    INTS,
    JMIN,
    LONGS,
    SUB,
    SUP,
    case,
    dbits,
    fbits,
    guarded,
    new_array,
    show,
)

# -- fields ---------------------------------------------------------------------------------------
FIELDS = {"Z": "fz", "B": "fb", "C": "fc", "S": "fs", "I": "fi", "J": "fj", "F": "ff", "D": "fd", "A": "fa"}
FIELD_VALUES: dict[str, list[Any]] = {
    "Z": [0, 1, 2, 3, 256],
    "B": [127, 128, 255, -1],
    "C": [65, -1, 65536],
    "S": [32768, -1],
    "I": INTS[:4],
    "J": LONGS,
    "F": FLOATS,
    "D": DOUBLES,
    "A": ["obj", None],
}


@case("getstatic", "putstatic")
def statics(k: Class, c: Code, name: str) -> None:
    for kind, f in FIELDS.items():
        ref = k.pool.field(SUP, "s" + f[1], DESC.get(kind, kind))
        c.op("getstatic", ref)
        show(c, kind)
        for v in FIELD_VALUES[kind]:
            c.push(kind, v).op("putstatic", ref).op("getstatic", ref)
            show(c, kind)
    k.field("own", "J", STATIC)
    k.field("fin", "I", STATIC | FINAL)
    ref = k.pool.field(k.name, "own", "J")
    c.push("J", JMIN).op("putstatic", ref).op("getstatic", ref)
    show(c, "J")
    for owner, n, d in (
        (SUP, "nope", "I"),
        (SUP, "si", "J"),
        ("no/Such", "x", "I"),
        (SUP, "fi", "I"),
        ("java/lang/String", "value", "[B"),
    ):
        for _ in range(2):
            guarded(
                c,
                lambda owner=owner, n=n, d=d: (
                    c.op("getstatic", k.pool.field(owner, n, d)),
                    c.op("pop2" if d == "J" else "pop"),
                )
                and None,
            )
    guarded(c, lambda: c.push("I", 1).op("putstatic", k.pool.field(k.name, "fin", "I")) and None)


@case("getfield", "putfield")
def fields(k: Class, c: Code, name: str) -> None:
    c.op("new", k.pool.cls(SUP)).op("dup").op("invokespecial", k.pool.method(SUP, "<init>", "()V")).op("astore", 1)
    for kind, f in FIELDS.items():
        ref = k.pool.field(SUP, f, DESC.get(kind, kind))
        c.op("aload", 1).op("getfield", ref)
        show(c, kind)
        for v in FIELD_VALUES[kind]:
            c.op("aload", 1).push(kind, v).op("putfield", ref).op("aload", 1).op("getfield", ref)
            show(c, kind)
        guarded(
            c,
            lambda ref=ref, kind=kind: (
                c.op("aconst_null").op("checkcast", k.pool.cls(SUP)).op("getfield", ref),
                show(c, kind),
            )
            and None,
        )
        guarded(
            c,
            lambda ref=ref, kind=kind: c.op("aconst_null")
            .op("checkcast", k.pool.cls(SUP))
            .push(kind, FIELD_VALUES[kind][0])
            .op("putfield", ref)
            and None,
        )
    for n, d in (("nope", "I"), ("si", "I"), ("fi", "F")):
        for _ in range(2):
            guarded(c, lambda n=n, d=d: c.op("aload", 1).op("getfield", k.pool.field(SUP, n, d)).op("pop") and None)


# -- calls ----------------------------------------------------------------------------------------
def make(c: Code, k: Class, name: str, at: int) -> None:
    c.op("new", k.pool.cls(name)).op("dup").op("invokespecial", k.pool.method(name, "<init>", "()V")).op("astore", at)


@case("invokevirtual")
def invokevirtual(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    for at in (1, 2, 1):
        c.op("aload", at).push("I", 5).op(name, k.pool.method(BASE, "virt", "(I)I"))
        show(c, "I")
        c.push("I", 77).op("aload", at).push("J", 1 << 33).push("D", dbits(2.5)).push("I", -3).op(
            name, k.pool.method(BASE, "wide", "(JDI)J")
        )
        show(c, "J")
        show(c, "I")
        c.op("aload", at).op(name, k.pool.method("java/lang/Object", "toString", "()Ljava/lang/String;"))
        show(c, "A")
    guarded(
        c,
        lambda: (
            c.op("aconst_null")
            .op("checkcast", k.pool.cls(BASE))
            .push("I", 5)
            .op(name, k.pool.method(BASE, "virt", "(I)I")),
            show(c, "I"),
        )
        and None,
    )
    for n, d in (("nope", "(I)I"), ("virt", "(I)J")):
        for _ in range(2):
            guarded(
                c,
                lambda n=n, d=d: c.op("aload", 1)
                .push("I", 5)
                .op(name, k.pool.method(BASE, n, d))
                .op("pop2" if d.endswith("J") else "pop")
                and None,
            )
    new_array(c, "I", 3)
    c.op(name, k.pool.method("[I", "clone", "()Ljava/lang/Object;"))
    show(c, "A")
    c.op("aload", 1).op(name, k.pool.method(BASE, "dflt", "()Ljava/lang/String;"))
    show(c, "A")


@case("invokespecial")
def invokespecial(k: Class, c: Code, name: str) -> None:
    k.super_name = SUB
    k.constructor()
    m = k.method("virt", "(I)I", PUBLIC)
    m.op("aload_0").op("iload_1").op(name, k.pool.method(SUB, "virt", "(I)I")).op("bipush", 100).op("iadd").op(
        "ireturn"
    )
    m = k.method("grand", "(I)I", PUBLIC)  # ACC_SUPER: selection starts at the direct superclass
    m.op("aload_0").op("iload_1").op(name, k.pool.method(BASE, "virt", "(I)I")).op("ireturn")
    m = k.method("priv", "(I)I", 2)
    m.op("iload_1").op("iconst_2").op("imul").op("ireturn")
    m = k.method("callPriv", "(I)I", PUBLIC)
    m.op("aload_0").op("iload_1").op(name, k.pool.method(k.name, "priv", "(I)I")).op("ireturn")
    make(c, k, k.name, 1)
    for n in ("virt", "grand", "callPriv"):
        c.op("aload", 1).push("I", 5).op("invokevirtual", k.pool.method(k.name, n, "(I)I"))
        show(c, "I")
    guarded(
        c,
        lambda: (
            c.op("aconst_null")
            .op("checkcast", k.pool.cls(k.name))
            .push("I", 5)
            .op(name, k.pool.method(k.name, "priv", "(I)I")),
            show(c, "I"),
        )
        and None,
    )
    c.op("new", k.pool.cls(BASE)).op("dup").push("I", 21).op(name, k.pool.method(BASE, "<init>", "(I)V"))
    show(c, "A")


@case("invokestatic")
def invokestatic(k: Class, c: Code, name: str) -> None:
    c.push("I", 1).push("J", 20).push("F", fbits(300.9)).push("D", dbits(4000.9)).op("aconst_null").op(
        name, k.pool.method(SUP, "stat", "(IJFDLjava/lang/Object;)I")
    )
    show(c, "I")
    c.op("iconst_1").op("iconst_2").op("iconst_3").op(name, k.pool.method(SUP, "order", "(III)I"))
    show(c, "I")
    for owner, n in ((SUP, "nope"), ("no/Such", "m"), (BASE, "toString"), (SUP, "<clinit2>")):
        if n.startswith("<"):
            continue
        for _ in range(2):
            guarded(
                c,
                lambda owner=owner, n=n: c.op(name, k.pool.method(owner, n, "()Ljava/lang/String;")).op("pop") and None,
            )
    rec = k.method("fact", "(J)J")
    rec.op("lload_0").op("lconst_1").op("lcmp").op("ifgt", "go").op("lconst_1").op("lreturn")
    rec.label("go")
    rec.op("lload_0").op("lload_0").op("lconst_1").op("lsub").op(name, k.pool.method(k.name, "fact", "(J)J")).op(
        "lmul"
    ).op("lreturn")
    c.push("J", 20).static(k.name, "fact", "(J)J")
    show(c, "J")


@case("invokeinterface")
def invokeinterface(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    ref = k.pool.method(FACE, "face", "(IJ)I", True)
    for at in (1, 2, 1, 2):
        c.op("aload", at).push("I", 4).push("J", 3).op(name, ref, 4)
        show(c, "I")
        c.op("aload", at).op(name, k.pool.method(FACE, "dflt", "()Ljava/lang/String;", True), 1)
        show(c, "A")
        c.op("aload", at).op(name, k.pool.method(FACE, "toString", "()Ljava/lang/String;", True), 1)
        show(c, "A")
    # the verifier lets any object pass for an interface: the call checks
    guarded(c, lambda: (c.push("A", "str").push("I", 4).push("J", 3).op(name, ref, 4), show(c, "I")) and None)
    guarded(c, lambda: (c.op("aconst_null").push("I", 4).push("J", 3).op(name, ref, 4), show(c, "I")) and None)
    for n, owner in (("nope", FACE), ("face", BASE)):
        guarded(
            c,
            lambda n=n, owner=owner: c.op("aload", 1)
            .push("I", 4)
            .push("J", 3)
            .op(name, k.pool.method(owner, n, "(IJ)I", True), 4)
            .op("pop")
            and None,
        )


@case("invokedynamic")
def invokedynamic(k: Class, c: Code, name: str) -> None:
    k.version = 55
    p = k.pool
    lookup = "Ljava/lang/invoke/MethodHandles$Lookup;"
    concat = p.handle(
        6,
        p.method(
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            f"({lookup}Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
        ),
    )
    b = k.bootstrap(concat, p.string("<\x01|\x01|\x02>"), p.string("K"))
    c.push("I", -5).push("D", dbits(0.5)).op(name, p.dynamic(18, b, "concat", "(ID)Ljava/lang/String;"))
    show(c, "A")
    meta = p.handle(
        6,
        p.method(
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            f"({lookup}Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
        ),
    )
    impl = p.handle(6, p.method(k.name, "impl", "(IJ)I"))
    b2 = k.bootstrap(meta, p.method_type("(J)I"), impl, p.method_type("(J)I"))
    m = k.method("impl", "(IJ)I")
    m.op("iload_0").op("lload_1").op("l2i").op("iadd").op("ireturn")
    c.push("I", 30).op(name, p.dynamic(18, b2, "applyAsInt", "(I)Ljava/util/function/LongToIntFunction;"))
    c.push("J", 12).op(
        "invokeinterface", p.method("java/util/function/LongToIntFunction", "applyAsInt", "(J)I", True), 3
    )
    show(c, "I")


# -- objects --------------------------------------------------------------------------------------
@case("new")
def new(k: Class, c: Code, name: str) -> None:
    make(c, k, SUB, 1)
    c.op("aload", 1)
    show(c, "A")
    for cls in ("java/lang/Number", FACE, "no/Such"):
        for _ in range(2):
            guarded(c, lambda cls=cls: c.op(name, k.pool.cls(cls)).op("pop") and None)
    guarded(c, lambda: c.op(name, k.pool.cls(BASE)).op("pop") and None)


@case("athrow")
def athrow(k: Class, c: Code, name: str) -> None:
    err = "java/lang/IllegalStateException"
    guarded(
        c,
        lambda: c.op("new", k.pool.cls(err))
        .op("dup")
        .push("A", "thrown")
        .op("invokespecial", k.pool.method(err, "<init>", "(Ljava/lang/String;)V"))
        .op(name)
        and None,
    )
    guarded(c, lambda: c.op("aconst_null").op(name) and None)
    # the first matching entry of the table counts, inner before outer
    c.catch(
        lambda: c.catch(
            lambda: c.op("iconst_1").op("iconst_0").op("idiv").op("pop") and None,
            lambda: (show(c, "A"), c.op("aconst_null").op(name)) and None,
            "java/lang/ArithmeticException",
        ),
        lambda: show(c, "A"),
        None,
    )
    c.catch(
        lambda: c.catch(
            lambda: c.op("iconst_1").op("iconst_0").op("idiv").op("pop") and None,
            lambda: (c.op("pop"), c.push("I", -1), show(c, "I")) and None,
            "java/lang/NullPointerException",
        ),
        lambda: show(c, "A"),
    )


TYPES = [
    "java/lang/Object",
    "java/lang/String",
    BASE,
    SUB,
    FACE,
    "java/lang/Comparable",
    "[I",
    "[Ljava/lang/Object;",
    "[[I",
    "java/lang/Cloneable",
    "[LOpSupport$Face;",
    "java/io/Serializable",
    "[Ljava/lang/Cloneable;",
]


@case("checkcast", "instanceof")
def types(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    c.push("A", "s").op("astore", 3)
    new_array(c, "I", 1)
    c.op("astore", 4)
    c.op("iconst_1").op("anewarray", k.pool.cls(SUB)).op("astore", 5)
    c.op("iconst_1").op("iconst_1").op("multianewarray", k.pool.cls("[[I"), 2).op("astore", 6)
    c.op("aconst_null").op("astore", 7)
    for t in TYPES:
        for at in (1, 2, 3, 4, 5, 6, 7, 2, 1):

            def body(t: str = t, at: int = at) -> None:
                c.op("aload", at).op(name, k.pool.cls(t))
                if name == "instanceof":
                    show(c, "I")
                else:
                    c.op("ifnull", nul := c.new_label()).push("I", 1)
                    show(c, "I")
                    c.label(nul)

            guarded(c, body)
    guarded(c, lambda: c.op("aconst_null").op(name, k.pool.cls("no/Such")).op("pop") and None)
    guarded(c, lambda: c.op("aload", 1).op(name, k.pool.cls("no/Such")).op("pop") and None)


@case("monitorenter", "monitorexit")
def monitors(k: Class, c: Code, name: str) -> None:
    c.push("A", "lock").op("astore", 1)
    for _ in range(3):
        c.op("aload", 1).op("monitorenter")
    c.op("aload", 1).static("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z")
    show(c, "I")
    for _ in range(3):
        c.op("aload", 1).op("monitorexit")
    c.op("aload", 1).static("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z")
    show(c, "I")
    guarded(c, lambda: c.op("aconst_null").op("monitorenter") and None)
    guarded(c, lambda: c.op("aconst_null").op("monitorexit") and None)
    m = k.method("unlock", "(Ljava/lang/Object;)V")
    m.op("aload_0").op("monitorexit").op("return")
    guarded(c, lambda: c.op("aload", 1).static(k.name, "unlock", "(Ljava/lang/Object;)V") and None)


@case("breakpoint", "impdep1", "impdep2")
def reserved(k: Class, c: Code, name: str) -> None:
    """Reserved opcodes never verify: the class that has one cannot be used."""
    c.raw(OPCODES[name][0])
