"""What the widget shows and does, without the widget: the pieces of the page as they are now, and the orders that come
back from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import JPFError
from . import page

if TYPE_CHECKING:
    from . import Explorer
    from .position import Move


class Desk:
    """An explorer and the path on the slider, which stays while one goes back along it."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.message = ""
        self.trail: list[Move] = explorer.path

    def follow(self) -> int:
        """The explorer has moved: where it stands on the trail, which is another one if it has left it."""
        path = self.explorer.path
        if not (len(path) <= len(self.trail) and path[-1] is self.trail[len(path) - 1]):
            self.trail = path
        return len(path) - 1

    def view(self) -> dict[str, Any]:
        """All that the widget shows."""
        ex = self.explorer
        now = self.follow()
        p, moves = ex.position, self.trail
        return {
            "style": page.STYLE,
            "head": page.headline(ex.target, p),
            "error": page.error(p),
            "threads": page.threads(p, moves[now].thread),
            "values": page.values(p, moves[now - 1].position if now else None),
            "watched": list(p.values),
            "path": page.path(moves, now),
            "graph": page.graph(ex),
            "choices": [[c.number, page.option(c)] for c in p.choices],
            "at": now,
            "moves": len(moves),
            "message": self.message or (ex.notes[-1] if ex.notes else ""),
        }

    def order(self, message: Any) -> None:
        """Do what the widget was asked for; what goes wrong is a message."""
        ex = self.explorer
        self.message = ""
        given: dict[str, Any] = message if isinstance(message, dict) else {}
        what, value = given.get("do"), given.get("with", "")
        try:
            match what:
                case "step":
                    ex.step(int(value))
                case "back":
                    ex.back()
                case "at":
                    ex._stand(self.trail[int(value)])
                case "goto":
                    ex.goto(int(value))
                case "run":
                    ex.run(until=str(value).strip() or None)
                case "watch":
                    ex.watch(str(value))
                case "unwatch":
                    ex.unwatch(str(value))
                case _:
                    self.message = f"{what!r}: no such order"
        except KeyboardInterrupt:
            self.message = "interrupted"
        except (JPFError, IndexError, TypeError, ValueError) as e:
            self.message = str(e)
        self.follow()
