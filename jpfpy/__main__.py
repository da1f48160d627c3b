"""python -m jpfpy: the same program as the jpf command."""

from .cli import entry

if __name__ == "__main__":
    entry()
