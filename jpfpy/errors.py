"""What this package raises. Each message is one line meant for the user."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .report.report import Report


class JPFError(Exception):
    """Everything jpfpy raises is one of these."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows: the user's frames where there are several lines they may be in, and the message."""
        from .usercode import told_without_ours

        return told_without_ours(self)


class ConfigError(JPFError):
    """The configuration, class path, JDK or target cannot be used as given."""


class EngineError(JPFError):
    """The engine failed; nothing can be said about the program."""


class JPFWarning(UserWarning):
    """A note of the report that begins "warning: ", where the search was started from Python (warnings.warn)."""


class VerificationError(JPFError, AssertionError):
    """Report.raise_on_error(): the program was found wrong, or was not explored whole."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


class IncompleteError(VerificationError):
    """The same where nothing wrong was found, and the exploration was not whole: nothing can be said."""


for _public in (JPFError, ConfigError, EngineError, JPFWarning, VerificationError, IncompleteError):
    _public.__module__ = __package__  # the name that users import, and that tracebacks show
