"""Answers: the objects that the program prints as JSON, with attributes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar

    from ._positions import Position

    R = TypeVar("R", bound="Record")

from .errors import BudgetExceeded

#: Fields that are numbers; large ones are decimal text in JSON.
_NUMBERS = frozenset(
    "value count component moves_count preperiod period saltus last_exception computed_to checked_to previous next "
    "mex xor target unknown values loopy needed_nodes up_to heaps min max shift first_difference".split()
)


def integer(text: str) -> int:
    """Decimal digits of any number; :class:`int` itself refuses more than some thousands."""
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    shift: int = 10**half
    return integer(text[:-half]) * shift + integer(text[-half:])


def _number(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return integer(value)
    if isinstance(value, list):
        return [_number(item) for item in value]
    return value


class Record:
    """A JSON object with attributes; :meth:`to_dict` gives the object itself."""

    __slots__ = ("_data",)
    _data: dict[str, Any]
    #: The fields that `repr` shows; empty: all.
    _shown: tuple[str, ...] = ()

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = self._data[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self._data)}") from None
        if name in _NUMBERS:
            return _number(value)
        kind = _KINDS.get(name, Record)
        if isinstance(value, dict):
            return kind(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [kind(item) for item in value]
        return value

    def to_dict(self) -> dict[str, Any]:
        """The object as the program prints it with ``--json``: integers above 2^53 − 1 are decimal text."""
        return self._data

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        keys = [key for key in self._shown or self._data if key in self._data and key not in ("schema", "cost")]
        fields = [(key, getattr(self, key)) for key in keys]
        return f"{type(self).__name__}({', '.join(f'{key}={_short(value)}' for key, value in fields)})"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:76] + " …" + (text[-1] if text[-1] in "])}'\"" else "")


class Evidence(Record):
    """What an answer rests on."""

    __slots__ = ()
    _shown = ("status", "by", "up_to")
    #: ``"proved"``, ``"checked"`` or ``"guess"``; ``"none"`` where nothing is known, and then there is nothing else.
    status: str
    #: In words.
    by: str
    theorems: list[str]
    #: Where it was checked only: how far.
    up_to: int | None
    references: list[str]


class Move(Record):
    """One move of a position."""

    __slots__ = ("_deed",)
    #: Which single component is moved, counted from 0 in reading order, copies included.
    component: int
    #: What it becomes.
    to: str
    #: The whole position after the move, as text.
    position: str
    #: The value of the whole position after the move (moves of ``moves`` only).
    value: int | None
    outcome: str | None
    wins: bool | None

    def __init__(self, data: dict[str, Any], deed: Any = None) -> None:
        super().__init__(data)
        #: What it does: a move of the library; of rules in Python the position it is of, and the one after.
        self._deed = deed

    def __reduce__(self) -> Any:
        # what was stored elsewhere is played by its text
        return (Move, (self._data,))

    def __str__(self) -> str:
        return f"{self._data['from']} → {self._data['to']}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def _moves(data: dict[str, Any], deeds: Any) -> list[Move]:
    """The moves of an answer, each with what it does, where that is known."""
    listed = data.get("moves") or []
    return [Move(move, deed) for move, deed in zip(listed, [*deeds, *[None] * (len(listed) - len(deeds))])]


class Moves(Record):
    """Some or all moves of a position: a sequence of :class:`Move`.

    >>> import grundy
    >>> wins = grundy.Position("nim(13, 12, 8)").winning_moves()
    >>> len(wins), wins.moves_count, wins.moves_truncated
    (3, 3, False)
    >>> str(wins[0])
    'nim(13) → nim(4)'
    """

    __slots__ = ("_listed",)
    #: The moves that are listed.
    moves: list[Move]
    #: How many there are in all, if that could be established.
    moves_count: int | None
    moves_truncated: bool
    evidence: Evidence

    def __init__(self, data: dict[str, Any], deeds: Any = ()) -> None:
        super().__init__(data)
        self._listed = _moves(data, deeds)

    def __getattr__(self, name: str) -> Any:
        if name == "moves":
            return self._listed
        return super().__getattr__(name)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._listed)

    def __getitem__(self, at: int) -> Move:
        return self._listed[at]

    def __repr__(self) -> str:
        more = ", …" if self._data.get("moves_truncated") else ""
        return f"Moves([{', '.join(repr(move) for move in self._listed[:20])}{more}])"


class Answer(Record):
    """Who wins, the value, the winning moves, and what that rests on: the answer of :func:`grundy.solve`.

    In a notebook it is shown with its reasons.
    """

    __slots__ = ("_moves", "_position")
    #: The position in canonical spelling.
    query: str
    #: ``"normal"`` or ``"misere"``.
    convention: str
    complete: bool
    #: ``"N"``: the next player wins; ``"P"``: the previous one; ``"D"``: draw; ``None``: unknown.
    outcome: str | None
    #: The Grundy value.
    value: int | None
    #: ``"exact"``, ``"none"``, ``"loony"`` or ``"not_computed"``.
    value_status: str
    #: The set K of an infinite value ∞(K), sorted.
    loopy: list[int] | None
    evidence: Evidence
    components: list[Any]
    #: The winning moves that are listed.
    moves: list[Move]
    #: How many winning moves there are.
    moves_count: int | None
    moves_truncated: bool
    engine: str
    cost: Any
    #: For a position with ``?``: the numbers that make it a P-position.
    unknown: list[int]

    def __init__(self, data: dict[str, Any], position: Position | None = None, deeds: Any = ()) -> None:
        super().__init__(data)
        self._position = position
        self._moves = _moves(data, deeds)

    def __getattr__(self, name: str) -> Any:
        if name == "moves":
            return self._moves
        return super().__getattr__(name)

    def __repr__(self) -> str:
        fields = [f"outcome={self.outcome!r}"]
        if self._data.get("unknown") is not None:
            fields = [f"unknown={_short(self.unknown)}"]
        elif self._data.get("loopy") is not None:
            fields.append(f"loopy={self.loopy}")
        elif self.value is not None or self.value_status != "none":
            fields.append(f"value={_short(self.value)}")
        if self._moves:
            fields.append(f"moves={_short(self._moves)}")
        elif self.outcome is not None:
            fields.append("moves=[]")
        fields.append(f"evidence={self.evidence.status}")
        return f"<{_short(self.query)[1:-1]}: {', '.join(fields)}>"

    def explain(self, **limits: Any) -> Explanation:
        """The reasons, step by step."""
        if self._position is None:
            raise ValueError("this answer has lost its position")
        return self._position.explain(**limits)

    def _repr_html_(self) -> str:
        return self._position._repr_html_() if self._position is not None else _escape(repr(self))

    def _repr_latex_(self) -> str:
        return self._position._repr_latex_() if self._position is not None else ""


class Explanation(Record):
    """The reasons as data: ``steps``, each with its ``kind``, and a ``conclusion``; HTML and LaTeX in notebooks."""

    __slots__ = ("_html", "_latex")
    _shown = ("query", "conclusion")
    query: str
    steps: list[Any]
    conclusion: str
    evidence: Evidence

    def __init__(self, data: dict[str, Any], html: str = "", latex: str = "") -> None:
        super().__init__(data)
        self._html = html
        self._latex = latex

    def _repr_html_(self) -> str:
        return self._html

    def _repr_latex_(self) -> str:
        return self._latex

    @property
    def html(self) -> str:
        """The reasons as a fragment of a web page."""
        return self._html

    @property
    def latex(self) -> str:
        """The reasons as a fragment of LaTeX that needs ``amsmath``."""
        return self._latex


class Period(Record):
    """G(n + period) = G(n) + saltus for all n ≥ preperiod: the answer of :func:`grundy.period`."""

    __slots__ = ()
    _shown = ("game", "found", "preperiod", "period", "saltus")
    game: str
    #: Proved, or repeating on everything that was computed, as ``evidence`` says.
    found: bool | None
    preperiod: int | None
    period: int | None
    saltus: int | None
    last_exception: int | None
    computed_to: int | None
    evidence: Evidence
    equal: list[Any]


class Finding(Record):
    """One law that the values suggest."""

    __slots__ = ()
    _shown = ("kind", "text")
    kind: str
    text: str
    #: The law as a claim that :func:`grundy.prove` reads.
    claim: str | None
    evidence: Evidence


class Guess(Record):
    """What the first values suggest: the answer of :func:`grundy.guess`."""

    __slots__ = ()
    _shown = ("game", "findings", "computed_to")
    game: str
    findings: list[Finding]
    computed_to: int | None


class Proof(Record):
    """Proved, refuted by a counterexample, or checked so far: the answer of :func:`grundy.prove`."""

    __slots__ = ()
    _shown = ("claim", "result", "counterexample", "checked_to")
    claim: str
    #: ``"proved"``, ``"refuted"`` or ``"checked"``.
    result: str
    counterexample: Any
    checked_to: int | None
    evidence: Evidence
    obstacles: list[str]

    def __bool__(self) -> bool:
        """True where the claim is proved."""
        return bool(self._data["result"] == "proved")


class Count(Record):
    """How many positions are P-positions: the answer of :func:`grundy.count`."""

    __slots__ = ()
    _shown = ("game", "heaps", "min", "max", "previous", "next")
    game: str
    heaps: int
    min: int
    max: int
    previous: int | None
    next: int | None
    evidence: Evidence


_KINDS: dict[str, Any] = {"evidence": Evidence, "moves": Move, "findings": Finding}


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def load(text: str) -> dict[str, Any]:
    """Reads JSON of the extension module."""
    from json import loads

    data: dict[str, Any] = loads(text)
    return data


def complete(answer: R) -> R:
    """The answer, if nothing is missing; else an exception that carries it."""
    budget = answer._data.get("budget")
    if budget is None:
        return answer
    raise BudgetExceeded.of(budget, answer)
