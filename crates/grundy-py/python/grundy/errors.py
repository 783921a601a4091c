"""What can go wrong, as one family: every exception of this package is an :class:`Error`.

Exceptions of your own callables are not wrapped: they arrive as they were raised.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Union

    import numpy

    from ._arrays import Table
    from ._record import Record
    from ._types import JSON

    Partial = Union[Record, Table[numpy.generic], None]

__all__ = ["BudgetExceeded", "Error", "InputError", "ParseError", "RuleError", "Unsupported"]


class Error(Exception):
    """The base of all exceptions of this package.

    >>> import grundy
    >>> try:
    ...     grundy.solve("kaylse(9)")
    ... except grundy.Error as error:
    ...     print(error.kind, error.span, error.suggestion)
    parse (0, 6) kayles(9)
    """

    #: The kind as the program's JSON spells it.
    kind = "error"
    #: One sentence, without the text of the question.
    message: str
    #: The place in :attr:`text`, half-open, counted in characters.
    span: tuple[int, int] | None
    #: What to write instead, or what was expected.
    suggestion: str | None
    #: The text at fault.
    text: str | None

    def __init__(
        self,
        message: str,
        span: tuple[int, int] | None = None,
        suggestion: str | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message, span, suggestion, text)
        self.message = message
        self.span = span
        self.suggestion = suggestion
        self.text = text

    def __str__(self) -> str:
        lines = [self.message + (f" ({self.suggestion})" if self.suggestion else "")]
        if self.span is not None and self.text is not None and len(self.text) <= 500:
            start, end = self.span
            before = self.text[:start].rpartition("\n")[2]
            line = before + self.text[start:].partition("\n")[0]
            width = max(1, min(end, start + len(line) - len(before)) - start)
            if line.isprintable():
                lines += ["  " + line, "  " + " " * len(before) + "^" * width]
        return "\n".join(lines)


class ParseError(Error, ValueError):
    """The text cannot be read, or a name in it is not known."""

    kind = "parse"


class RuleError(Error, ValueError):
    """The rules are not those of a game: the play need not end, an expression has no value, a callable returns nonsense."""

    kind = "rule"


class InputError(Error, ValueError):
    """Well-formed, but impossible: numbers, places, arguments."""

    kind = "input"


class Unsupported(Error, NotImplementedError):
    """Known, but not built."""

    kind = "unsupported"


class BudgetExceeded(Error):
    """``time``, ``memory`` or ``nodes`` did not suffice.

    >>> import grundy
    >>> try:
    ...     grundy.table("0.007", 10**6, nodes=1000)
    ... except grundy.BudgetExceeded as error:
    ...     print(error.spent, error.partial is not None)
    nodes True
    """

    kind = "budget"
    #: ``"time"``, ``"memory"``, ``"nodes"`` or ``"cancelled"``.
    spent: str
    #: The engine that was at work, or would have been.
    engine: str
    #: What would have been needed, in words, where that can be said.
    needed: str | None
    #: What was established, in the form of the answer; ``None`` where nothing was.
    partial: Partial
    #: What was allowed: nodes, bytes or seconds. ``None``: nobody set a limit, and the engine itself does not go so far.
    limit: float | None
    #: How much of it was taken.
    reached: float | None

    def __init__(
        self,
        spent: str,
        engine: str = "none",
        needed: str | None = None,
        partial: Partial = None,
        limit: float | None = None,
        reached: float | None = None,
    ) -> None:
        if spent in ("nodes", "memory") and limit is None:
            words = f"too much for the engine “{engine}”"
        else:
            what = {"time": "the time is up", "cancelled": "cancelled"}.get(spent, f"the budget of {spent} is spent")
            words = f"{what}, in the engine “{engine}”"
        more = f"; needed: {needed}" if needed else ""
        super().__init__(f"{words}{more}")
        self.args = (spent, engine, needed, partial, limit, reached)
        self.spent = spent
        self.engine = engine
        self.needed = needed
        self.partial = partial
        self.limit = limit
        self.reached = reached

    @classmethod
    def of(cls, budget: Mapping[str, JSON], partial: Partial) -> BudgetExceeded:
        """For an answer that is not complete; ``budget`` is what its JSON says of that."""

        def amount(key: str) -> float | None:
            said = budget[key]
            return int(said) if isinstance(said, str) else said if isinstance(said, (int, float)) else None

        needed = budget["needed"]
        words = str(needed) if needed is not None else None
        return cls(str(budget["spent"]), str(budget["engine"]), words, partial, amount("limit"), amount("reached"))
