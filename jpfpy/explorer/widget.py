"""The explorer as a widget of the notebook (extra jpfpy[notebook])."""

from __future__ import annotations

import pathlib
import uuid
import weakref
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from .desk import Desk

if TYPE_CHECKING:
    from . import Explorer


class ExplorerWidget(anywidget.AnyWidget):
    """Shows an explorer, and moves it."""

    _esm = pathlib.Path(__file__).with_name("widget.js")
    view = traitlets.Dict().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    mark = traitlets.Unicode().tag(sync=True)  # of the page that the widget hides once it is there

    def __init__(self, explorer: Explorer) -> None:
        super().__init__(mark=uuid.uuid4().hex)
        self.desk = Desk(explorer)
        weak = weakref.ref(self)

        def hear() -> None:
            widget = weak()
            if widget is not None:
                widget.refresh()

        explorer._heard.append(hear)
        self.on_msg(self._told)
        self.refresh()

    def _told(self, _: object, content: Any, buffers: object) -> None:
        try:
            self.desk.order(content)
        finally:
            self.busy = False
            self.refresh()

    def refresh(self) -> None:
        self.view = self.desk.view()
