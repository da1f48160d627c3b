"""Properties: where their values come from (config.py), which keys there are (keys.py, jpf_keys.py), and what the text
of a value means (values.py, publishers.py). Config is what listeners and generators get."""

from __future__ import annotations

from .config import Config as Config
from .config import load as load
from .config import paths_of as paths_of
