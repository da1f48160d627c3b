"""Field perturbation: the program sees a balance that is one too high wherever it reads it.

jpf +listener=perturb:OneTooMany Bank.java"""

import jpfpy


class OneTooMany(jpfpy.Listener):
    @jpfpy.on(opcodes="GETFIELD", field="Account.balance,Bank$Account.balance")
    def instruction_executed(self, vm, thread, next_insn, insn):
        if thread.will_re_execute_instruction:
            return  # other threads may come first: nothing was read yet
        frame = thread.top_frame
        frame.set_operand(0, frame.peek() + 1)
