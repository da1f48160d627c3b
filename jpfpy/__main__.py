"""python -m jpfpy: the same program as the jpf command."""

from .start import entry

if __name__ == "__main__":
    entry()
