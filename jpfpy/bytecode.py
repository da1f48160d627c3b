"""The classes of instructions, by JPF's names: isinstance(insn, bytecode.GETFIELD), bytecode.FieldInstruction ...

One class for each instruction (iload_0 is an ILOAD, ldc_w an LDC), below the families that JPF has. What they answer
is in views.Instruction."""

from __future__ import annotations

from typing import Any

from .views.insn import Instruction


class FieldInstruction(Instruction):
    """field_info, last_value, is_read, is_write"""


class InstanceFieldInstruction(FieldInstruction):
    """last_this"""


class StaticFieldInstruction(FieldInstruction):
    pass


class InvokeInstruction(Instruction):
    """invoked_method, invoked_method_name, arguments, this"""


class InstanceInvocation(InvokeInstruction):
    pass


class ReturnInstruction(Instruction):
    """return_value"""


class ArrayElementInstruction(Instruction):
    """array, array_index"""


class ArrayLoadInstruction(ArrayElementInstruction):
    pass


class ArrayStoreInstruction(ArrayElementInstruction):
    pass


class LocalVariableInstruction(Instruction):
    """local_variable_index, local_variable_name"""


class IfInstruction(Instruction):
    """targets, condition_value"""


class SwitchInstruction(Instruction):
    """targets"""


class LockInstruction(Instruction):
    """lock"""


class NewInstruction(Instruction):
    pass


class _Native(type):
    def __instancecheck__(cls, insn: object) -> bool:
        return isinstance(insn, InvokeInstruction) and bool(insn.is_native_call)


class EXECUTENATIVE(metaclass=_Native):
    """A call of a native method, while its operands are there: it is no instruction of its own here, so that
    isinstance(insn, EXECUTENATIVE) is asked of the INVOKE instruction. executed_method_name is that of the call."""


FAMILIES: dict[type[Instruction], str] = {
    InstanceFieldInstruction: "getfield putfield",
    StaticFieldInstruction: "getstatic putstatic",
    InstanceInvocation: "invokevirtual invokespecial invokeinterface",
    InvokeInstruction: "invokestatic invokedynamic",
    ReturnInstruction: "ireturn lreturn freturn dreturn areturn return",
    ArrayLoadInstruction: "iaload laload faload daload aaload baload caload saload",
    ArrayStoreInstruction: "iastore lastore fastore dastore aastore bastore castore sastore",
    LocalVariableInstruction: "iload lload fload dload aload istore lstore fstore dstore astore iinc ret",
    IfInstruction: "ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple "
    "if_acmpeq if_acmpne ifnull ifnonnull",
    SwitchInstruction: "tableswitch lookupswitch",
    LockInstruction: "monitorenter monitorexit",
    NewInstruction: "new newarray anewarray multianewarray",
}
_BASES = {name: family for family, names in FAMILIES.items() for name in names.split()}


def _classes() -> list[type[Instruction]]:
    from . import _jpf

    made: dict[str, type[Instruction]] = {}
    out: list[type[Instruction]] = []
    for mnemonic in _jpf.opcodes():
        whole = mnemonic in _BASES or mnemonic.startswith("if_")
        base = mnemonic if whole else mnemonic.partition("_")[0]  # iload_0, iconst_m1, ldc_w
        name = base.upper() or "UNKNOWN"
        if name not in made:
            made[name] = type(name, (_BASES.get(base, Instruction),), {"__module__": __name__})
        out.append(made[name])
    globals().update(made)
    return out


CLASSES = _classes()


def __getattr__(name: str) -> Any:  # what _classes() has made, for type checkers
    raise AttributeError(f"module 'jpfpy.bytecode' has no class {name}")
