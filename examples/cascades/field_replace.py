"""JPF's example of a perturbation under partial-order reduction: whatever a getfield of `field` reads is replaced by
42 and by 43, whether or not the instruction is also a scheduling point.

jpf +listener=field_replace:FieldReplace Shared.java"""

import jpfpy


class FieldReplace(jpfpy.Listener):
    @jpfpy.on(opcodes="GETFIELD", field="*.field")
    def instruction_executed(self, vm, thread, next_insn, insn):
        ss = vm.system_state
        cg = ss.get_current_choice_generator("fieldReplace", jpfpy.IntChoiceFromSet)
        frame = thread.modifiable_top_frame
        if cg is None:
            # Either the instruction came to a scheduling point and has read nothing yet, or it is done: then its
            # operand is put back, so that it can be executed once more.
            if not thread.will_re_execute_instruction:
                frame.pop()
                frame.push(insn.last_this)
            ss.set_next_choice_generator(jpfpy.IntChoiceFromSet("fieldReplace", 42, 43))
            thread.re_execute_instruction()
        else:
            old = frame.pop()
            frame.push(cg.get_next_choice())
            print("replaced", old, "by", cg.get_next_choice())
