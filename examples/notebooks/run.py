"""Run the notebooks top to bottom without a browser: python run.py [name ...]"""

import sys
from pathlib import Path

try:
    import nbformat
    from nbclient import NotebookClient
except ImportError as e:
    sys.exit(f"{e}: notebooks are run by nbclient and ipykernel (pip install 'jpfpy[notebook]' nbclient ipykernel)")

HERE = Path(__file__).resolve().parent


def executed(name: str) -> nbformat.NotebookNode:
    """The notebook with its outputs. Raises CellExecutionError for a cell that fails."""
    notebook = nbformat.read(HERE / f"{name}.ipynb", as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(HERE)}})
    return client.execute()


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(p.stem for p in HERE.glob("*.ipynb")):
        cells = [c for c in executed(name).cells if c.cell_type == "code"]
        print(f"{name}: {len(cells)} cells")
