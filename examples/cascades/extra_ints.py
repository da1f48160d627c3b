"""JPF's example of cascaded generators: int choices of the listener's own on top of each Verify.getInt.

jpf +listener=extra_ints:ExtraInts Ints.java"""

import jpfpy


class ExtraInts(jpfpy.Listener):
    def __init__(self):
        self.pairs = []

    @jpfpy.on(opcodes="INVOKESTATIC")
    def instruction_executed(self, vm, thread, next_insn, insn):
        if insn.executed_method_name != "getInt" or insn.invoked_method_class != "gov.nasa.jpf.vm.Verify":
            return
        ss = vm.system_state
        if not thread.is_first_step_insn:  # top half: the call has asked for a choice, here is one more
            ss.set_next_choice_generator(jpfpy.IntIntervalGenerator("instrumentVerifyGetInt", 3, 4))
        else:  # bottom half: both have chosen
            mine = ss.get_current_choice_generator("instrumentVerifyGetInt", jpfpy.IntIntervalGenerator)
            drawn = ss.get_current_choice_generator("verifyGetInt(II)", jpfpy.IntChoiceGenerator)
            self.pairs.append((drawn.get_next_choice(), mine.get_next_choice()))
            print("drawn", drawn.get_next_choice(), "with", mine.get_next_choice())
