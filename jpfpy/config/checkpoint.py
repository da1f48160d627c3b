"""The configuration of a search in its checkpoint, and what may be given anew when it goes on (docs/checkpoints.md)."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from ..errors import ConfigError
from ..extension import extension
from .config import Config
from .values import FALSE, TRUE

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


def kept(config: Config, target: str, args: list[str], jdk: str) -> str:
    """What the engine keeps in the checkpoint. The JDK is the one that was found, wherever the search goes on."""
    import json

    values = {k: v for k, v in config.values.items() if k not in NOT_KEPT and not k.startswith("jpf.stress.checkpoint")}
    values["vm.jdk"] = jdk
    return json.dumps({"target": target, "args": args, "cwd": os.getcwd(), "values": values})


def real(file: str) -> str:
    """The file that a name stands for from here, whoever changes the working directory later. A symbolic link stands
    for what it leads to: it stays where it is, and two names of one file are one file."""
    return os.path.realpath(os.path.expanduser(file))


def writable(name: str) -> None:
    """Raises ConfigError where no file of that name can be written."""
    file = real(name)
    folder = os.path.dirname(file)
    if os.path.islink(file):
        why = "the symbolic link leads in a circle"
    elif os.path.isdir(file):
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
        raise ConfigError(f"search.checkpoint={name}: {why}")


def is_one(file: str) -> bool:
    """As far as its first bytes tell: one that is damaged later may be written anew."""
    try:
        with open(file, "rb") as f:
            return os.path.isfile(file) and f.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def is_left(file: str) -> bool:
    """Is it what a search has left there that was killed while it wrote? The head is written last."""
    try:
        with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as f:
            begins = f.read(len(MAGIC))
            return stat.S_ISREG(os.fstat(f.fileno()).st_mode) and begins in (b"", bytes(len(begins)), MAGIC)
    except OSError:
        return False


def beside(file: str) -> str:
    """Why what is written before it takes the file's place cannot be made; "": it can."""
    new = file + ".new"
    try:
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.unlink(new)
    except FileExistsError:
        return "" if is_left(new) else f"there is a file {new}, and it is not what a killed search has left (move it)"
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


def from_here(name: str, value: str) -> str:
    """A value that is given anew: the search goes on in another folder."""
    if name.endswith(".file") and value != "-":
        return os.path.abspath(value)
    if name == "search.checkpoint" and value.strip():
        return real(value.strip())
    if name == "search.spill" and value.strip() and value.lower() not in TRUE | FALSE:
        return real(value.strip())
    return value


def resumed(file: str, pairs: Iterable[tuple[str, str]]) -> Resumed:
    """The search of a checkpoint. Raises ConfigError for a file that is no whole checkpoint of this build, and for what
    decides the search and is given anew."""
    import json

    _jpf = extension()
    file = real(file)
    try:
        whole = json.loads(_jpf.checkpoint_config(file))
        target, args, cwd, values = whole["target"], whole["args"], whole["cwd"], whole["values"]
    except _jpf.ConfigError as e:
        raise ConfigError(f"--resume {e}") from None
    except (ValueError, KeyError, TypeError):
        raise ConfigError(f"--resume {file}: the checkpoint was not written by jpf") from None
    config = Config()
    pairs = list(pairs)
    if "search.time_limit" in {key.strip("+ ") for key, _ in pairs}:
        values.pop("search.budget", None)  # which would take its place, as where both are given anew
    for key, value in values.items():
        config.values[key] = value
        config.origin[key] = config.place[key] = "checkpoint"
    config.put("search.checkpoint", file, "checkpoint")
    for key, value in pairs:
        name = key.strip("+ ")
        if not anew(name):
            option = "-cp (+classpath)" if name == "classpath" else f"+{name}"
            raise ConfigError(
                f"--resume {file} and {option}: the search goes on as it began; anew can be given its limits "
                "(search.time_limit ...), search.checkpoint, report.*, --json, --html, --quiet"
            )
        config.put(key, from_here(name, value), "command line")
    config.put("jpf.resume", file, "command line")
    return Resumed(config, target, args, cwd)
