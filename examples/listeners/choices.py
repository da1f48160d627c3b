"""Instrumentation of Verify.getInt: every value the program draws, with where it draws it.

jpf +listener=choices:Draws Dice.java"""

import jpfpy


class Draws(jpfpy.Listener):
    def __init__(self):
        self.drawn = []

    @jpfpy.on(opcodes="INVOKESTATIC", method="!gov.nasa.*,!java.*,!jdk.*,!sun.*")
    def execute_instruction(self, vm, thread, insn):
        if insn.invoked_method_class == "gov.nasa.jpf.vm.Verify" and insn.name == "getInt":
            print(f"getInt{tuple(insn.arguments)} at {insn.location}")

    def choice_generator_advanced(self, vm, cg):
        if cg.kind == "data":
            self.drawn.append(cg.value)
            print(f"  {cg.id}: {cg.value}")
