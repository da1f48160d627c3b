"""Run with: python examples/peers/sensor.py. The native Sensor.read() is a choice of 0 to 4, and of one more on top."""

import os

import jpfpy
from jpfpy import Env, IntIntervalGenerator


def read(env: Env) -> object:
    if not env.is_first_step_insn():  # top half: say what there is to choose from
        env.set_next_choice_generator(IntIntervalGenerator("value", 0, 4))
        env.set_next_choice_generator(IntIntervalGenerator("noise", 0, 2))
        return env.RE_EXECUTE
    value, noise = env.get_choice_generator("value"), env.get_choice_generator("noise")
    assert value is not None and noise is not None
    return value.get_next_choice() + noise.get_next_choice()


def main() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    jpf = jpfpy.JPF({"target": os.path.join(here, "Sensor.java")})
    jpf.register_peer("Sensor.read()I", read)
    report = jpf.run()
    print(report.errors[0] if report.errors else "no errors")


if __name__ == "__main__":
    main()
