"""The configuration of a search in its checkpoint, and what may be given anew when it goes on (docs/checkpoints.md)."""

from __future__ import annotations

import os
from typing import NamedTuple

from ..errors import ConfigError
from ..extension import extension
from .config import Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# How far the search goes, and how it is told: nothing that was found so far depends on these.
ANEW = frozenset(
    f"search.{key}"
    for key in (
        "checkpoint checkpoint_interval spill time_limit cpu_limit budget memory_limit min_free state_limit "
        "transition_limit threads stale_limit RandomSearch.path_limit shrink shrink.time"
    ).split()
) | {"jpf.resume", "jpf.quiet", "jpf.progress", "jpf.print_exception_stack"}
MAGIC = b"\0JPFJCHK"  # csrc/base/pack.c
NOT_KEPT = frozenset(("jpf.resume", "jpf.progress", "config", "config_path", "show"))


def anew(key: str) -> bool:
    return key in ANEW or key.startswith(("report.", "log.", "jpf.stress.checkpoint"))


def kept(config: Config, target: str, args: list[str]) -> str:
    """What the engine keeps in the checkpoint."""
    import json

    values = {k: v for k, v in config.values.items() if k not in NOT_KEPT and not k.startswith("jpf.stress.checkpoint")}
    return json.dumps({"target": target, "args": args, "cwd": os.getcwd(), "values": values})


def writable(file: str) -> None:
    """Raises ConfigError where no file of that name can be written."""
    folder = os.path.dirname(os.path.abspath(file))
    if os.path.isdir(file):
        why = "is a folder"
    elif not os.path.isdir(folder):
        why = f"there is no folder {folder}"
    elif not os.access(folder, os.W_OK):
        why = f"the folder {folder} cannot be written to"
    elif os.path.exists(file) and not is_one(file):
        why = "there is such a file, and it is no checkpoint (it would be overwritten)"
    else:
        why = beside(file)
    if why:
        raise ConfigError(f"search.checkpoint={file}: {why}")


def is_one(file: str) -> bool:
    """As far as its first bytes tell: one that is damaged later may be written anew."""
    try:
        with open(file, "rb") as f:
            return os.path.isfile(file) and f.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def beside(file: str) -> str:
    """Why what is written before it takes the file's place cannot be made; "": it can."""
    new = os.path.abspath(file) + ".new"
    try:
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.unlink(new)
    except FileExistsError:  # of a search that was killed
        return ""
    except OSError as e:
        return f"it cannot be written: {e.strerror or e}"
    return ""


class Resumed(NamedTuple):
    """A search that goes on."""

    config: Config
    target: str
    args: list[str]
    folder: str  # where it began: names of files in its configuration are relative to this one

    def enter(self) -> None:
        """Raises ConfigError where the folder is not there."""
        try:
            os.chdir(self.folder)
        except OSError as e:
            file = self.config.get("jpf.resume")
            raise ConfigError(f"--resume {file}: the search began in {self.folder}: {e.strerror or e}") from None


def resumed(file: str, pairs: Iterable[tuple[str, str]]) -> Resumed:
    """The search of a checkpoint. Raises ConfigError for a file that is no whole checkpoint of this build, and for what
    decides the search and is given anew."""
    import json

    _jpf = extension()
    file = os.path.abspath(os.path.expanduser(file))
    try:
        whole = json.loads(_jpf.checkpoint_config(file))
        target, args, cwd, values = whole["target"], whole["args"], whole["cwd"], whole["values"]
    except _jpf.ConfigError as e:
        raise ConfigError(f"--resume {e}") from None
    except (ValueError, KeyError, TypeError):
        raise ConfigError(f"--resume {file}: the checkpoint was not written by jpf") from None
    config = Config()
    for key, value in values.items():
        config.values[key] = value
        config.origin[key] = config.place[key] = "checkpoint"
    config.put("search.checkpoint", file, "checkpoint")
    for key, value in pairs:
        name = key.strip("+ ")
        if not anew(name):
            raise ConfigError(
                f"--resume {file} and +{name}: the search goes on as it began; anew can be given its limits "
                "(search.time_limit ...), search.checkpoint, report.*, --json, --html, --quiet"
            )
        config.put(key, os.path.abspath(value) if name.endswith(".file") and value != "-" else value, "command line")
    config.put("jpf.resume", file, "command line")
    return Resumed(config, target, args, cwd)
