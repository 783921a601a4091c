"""Answers: the objects that the program prints as JSON, with attributes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, Optional, Union, overload

    from typing_extensions import Unpack

    from . import _grundy
    from ._limits import Limits
    from ._positions import Position
    from ._types import JSON

    #: What a move does, where that is known.
    Deed = Optional[_grundy.Move]

from ._record import Record, shortened
from .errors import InputError, Unsupported


class Evidence(Record):
    """What an answer rests on."""

    __slots__ = ()
    _shown = ("status", "by", "up_to")
    #: ``"proved"``, ``"checked"`` or ``"guess"``; ``"none"`` where nothing is known, and then there is nothing else.
    status: Literal["proved", "checked", "guess", "none"]
    #: In words.
    by: str
    theorems: list[str]
    #: Where it was checked only: how far.
    up_to: int | None
    references: list[str]


class Cost(Record):
    """What an answer cost."""

    __slots__ = ()
    seconds: float
    #: Positions and options that were looked at.
    nodes: int


class Component(Record):
    """One component of a position."""

    __slots__ = ()
    position: str
    #: The Grundy value, where it is known and finite.
    value: int | None


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
    outcome: Literal["N", "P", "D"] | None
    wins: bool | None

    def __init__(self, data: dict[str, JSON], deed: Deed = None) -> None:
        super().__init__(data)
        self._deed = deed

    def __reduce__(self) -> tuple[object, ...]:
        # what was stored elsewhere is played by its text
        return (Move, (self._data,))

    @property
    def from_(self) -> str:
        """What is moved; ``from`` is a word of Python."""
        return str(self._data["from"])

    def __str__(self) -> str:
        return f"{self.from_} → {self.to}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def _moves(data: dict[str, JSON], deeds: Sequence[Deed]) -> list[Move]:
    """The moves of an answer, each with what it does, where that is known."""
    listed = data.get("moves")
    moves = [move for move in listed if isinstance(move, dict)] if isinstance(listed, list) else []
    return [Move(move, deed) for move, deed in zip(moves, [*deeds, *[None] * (len(moves) - len(deeds))])]


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
    _kinds = {"evidence": Evidence, "cost": Cost}
    query: str
    convention: Literal["normal", "misere"]
    #: How many there are in all, if that could be established.
    moves_count: int | None
    moves_truncated: bool
    evidence: Evidence
    cost: Cost

    def __init__(self, data: dict[str, JSON], deeds: Sequence[Deed] = ()) -> None:
        super().__init__(data)
        self._listed = _moves(data, deeds)

    @property
    def moves(self) -> list[Move]:
        """The moves that are listed."""
        return list(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._listed)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, at: int) -> Move: ...
        @overload
        def __getitem__(self, at: slice) -> list[Move]: ...

    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        return self._listed[at]

    def __repr__(self) -> str:
        more = ", …" if self._data.get("moves_truncated") else ""
        return f"Moves([{', '.join(repr(move) for move in self._listed[:20])}{more}])"


class Answer(Record):
    """Who wins, the value, the winning moves, and what that rests on: the answer of :func:`grundy.solve`.

    A notebook shows it as a card, with the reasons folded.
    """

    __slots__ = ("_listed", "_position")
    _kinds = {"evidence": Evidence, "cost": Cost, "components": Component}
    #: The position in canonical spelling.
    query: str
    convention: Literal["normal", "misere"]
    complete: bool
    #: ``"N"``: the next player wins; ``"P"``: the previous one; ``"D"``: draw; ``None``: unknown.
    outcome: Literal["N", "P", "D"] | None
    #: The Grundy value.
    value: int | None
    value_status: Literal["exact", "none", "loony", "not_computed"]
    #: The set K of an infinite value ∞(K), sorted.
    loopy: list[int] | None
    evidence: Evidence
    components: list[Component]
    #: How many winning moves there are.
    moves_count: int | None
    moves_truncated: bool
    engine: str
    cost: Cost
    #: For a position with ``?``: the numbers that make it a P-position.
    unknown: list[int]

    def __init__(self, data: dict[str, JSON], position: Position | None = None, deeds: Sequence[Deed] = ()) -> None:
        super().__init__(data)
        self._position = position
        self._listed = _moves(data, deeds)

    @property
    def moves(self) -> list[Move]:
        """The winning moves that are listed."""
        return list(self._listed)

    def __reduce__(self) -> tuple[object, ...]:
        from ._positions import Position

        # a position of rules in Python cannot be kept
        return (Answer, (self._data, self._position if type(self._position) is Position else None))

    def __repr__(self) -> str:
        fields = [f"outcome={self.outcome!r}"]
        if self._data.get("unknown") is not None:
            fields = [f"unknown={shortened(repr(self.unknown))}"]
        elif self._data.get("loopy") is not None:
            fields.append(f"loopy={self.loopy}")
        elif self.value is not None or self.value_status != "none":
            fields.append(f"value={shortened(repr(self.value))}")
        if self._listed:
            fields.append(f"moves={shortened(repr(self._listed))}")
        elif self.outcome is not None:
            fields.append("moves=[]")
        fields.append(f"evidence={self.evidence.status}")
        return f"<{shortened(repr(self.query))[1:-1]}: {', '.join(fields)}>"

    def explain(self, *, lang: Literal["en", "zh"] = "en", **limits: Unpack[Limits]) -> Explanation:
        """The reasons, step by step; their HTML and LaTeX in this language."""
        if self._position is None:
            raise ValueError("this answer has lost its position")
        return self._position.explain(lang=lang, **limits)

    def _repr_html_(self) -> str:
        from ._cards import card

        return card(self)

    def _repr_latex_(self) -> str:
        return self._position._repr_latex_() if self._position is not None else ""


class Row(Component):
    """A component with its value in binary."""

    __slots__ = ()
    binary: str


class Step(Record):
    """One step of an explanation; ``kind`` says which fields there are, and ``to_dict()`` gives all."""

    __slots__ = ()
    _kinds = {"options": Component, "rows": Row}
    kind: str
    #: What is said (``say``).
    text: str
    #: Of which position the options are (``mex``, ``loopy``, ``outcomes``).
    position: str
    options: list[Component]
    #: The values of the options, and the least number that is missing (``mex``).
    values: list[int]
    mex: int
    #: The components with their values, and the sum without carry (``columns``).
    rows: list[Row]
    xor: int
    binary: str
    #: What is moved to what (``choose``).
    component: str
    value: int
    target: int
    to: str


class Explanation(Record):
    """The reasons as data: ``steps``, each with its ``kind``, and a ``conclusion``; HTML and LaTeX in notebooks."""

    __slots__ = ("_html", "_latex")
    _shown = ("query", "conclusion")
    _kinds = {"evidence": Evidence, "steps": Step}
    query: str
    steps: list[Step]
    conclusion: str
    evidence: Evidence

    def __init__(self, data: dict[str, JSON], html: str = "", latex: str = "") -> None:
        super().__init__(data)
        self._html = html
        self._latex = latex

    def __reduce__(self) -> tuple[object, ...]:
        return (Explanation, (self._data, self._html, self._latex))

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


class EqualGame(Record):
    """A known game with the same values: G(n) = H(n + shift)."""

    __slots__ = ()
    _kinds = {"evidence": Evidence}
    game: str
    name: str | None
    shift: int
    evidence: Evidence


class Certified(Record):
    """An answer whose proof can be written down."""

    __slots__ = ("_certificate", "_no_certificate")

    def __init__(
        self, data: dict[str, JSON], certificate: str | None = None, no_certificate: str | None = None
    ) -> None:
        super().__init__(data)
        self._certificate = certificate
        self._no_certificate = no_certificate

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self._data, self._certificate, self._no_certificate))

    @property
    def certificate(self) -> str:
        """The proof as a text that :func:`grundy.verify` checks; it is made where ``certificate=True`` asks for it."""
        if self._certificate is None:
            if self._no_certificate is not None:
                raise Unsupported(self._no_certificate)
            raise InputError("no certificate was asked for", suggestion="certificate=True")
        return self._certificate


class Period(Certified):
    """G(n + period) = G(n) + saltus for all n ≥ preperiod: the answer of :func:`grundy.period`."""

    __slots__ = ()
    _shown = ("game", "found", "preperiod", "period", "saltus")
    _kinds = {"evidence": Evidence, "cost": Cost, "equal": EqualGame}
    game: str
    #: Proved, or repeating on everything that was computed, as ``evidence`` says.
    found: bool | None
    preperiod: int | None
    period: int | None
    saltus: int | None
    last_exception: int | None
    computed_to: int | None
    evidence: Evidence
    #: Known games with the same values.
    equal: list[EqualGame]
    cost: Cost


class Finding(Record):
    """One law that the values suggest."""

    __slots__ = ()
    _shown = ("kind", "text")
    _kinds = {"evidence": Evidence}
    kind: str
    text: str
    #: The law as a claim that :func:`grundy.prove` reads.
    claim: str | None
    evidence: Evidence


class Guess(Record):
    """What the first values suggest: the answer of :func:`grundy.guess`."""

    __slots__ = ()
    _shown = ("game", "findings", "computed_to")
    _kinds = {"evidence": Evidence, "cost": Cost, "findings": Finding}
    game: str
    findings: list[Finding]
    computed_to: int | None
    evidence: Evidence
    cost: Cost


class Counterexample(Record):
    """A position of which a claim is false: the least by the sum of coordinates, if ``smallest``."""

    __slots__ = ()
    position: list[int]
    #: The outcome or the value that the claim says.
    claimed: str | int | None
    #: The true outcome, where the claim is about P-positions.
    outcome: Literal["N", "P", "D"]
    #: The true value, where the claim is about values.
    value: int
    #: A winning move, where the claim says P.
    move: list[int] | None
    #: The position after it, where that is none of those the claim speaks of; ``move`` is None then.
    leads_to: str
    smallest: bool


class Proof(Certified):
    """Proved, refuted by a counterexample, or checked so far: the answer of :func:`grundy.prove`."""

    __slots__ = ()
    _shown = ("claim", "result", "counterexample", "checked_to")
    _kinds = {"evidence": Evidence, "cost": Cost, "counterexample": Counterexample}
    claim: str
    result: Literal["proved", "refuted", "checked"]
    counterexample: Counterexample | None
    checked_to: int | None
    evidence: Evidence
    obstacles: list[str]
    cost: Cost

    def __bool__(self) -> bool:
        """True where the claim is proved."""
        return bool(self._data["result"] == "proved")


class Count(Record):
    """How many positions are P-positions: the answer of :func:`grundy.count`."""

    __slots__ = ()
    _shown = ("game", "heaps", "min", "max", "previous", "next")
    _kinds = {"evidence": Evidence, "cost": Cost}
    game: str
    heaps: int
    min: int
    max: int
    previous: int | None
    next: int | None
    evidence: Evidence
    cost: Cost


class Quotient(Record):
    """The misère quotient of the heaps of a game: the answer of :meth:`grundy.Game.quotient`."""

    __slots__ = ()
    _shown = ("game", "order", "p_order", "tame", "preperiod", "period")
    _kinds = {"evidence": Evidence, "cost": Cost}
    game: str
    #: The last heap that the answer speaks of.
    heaps: int
    #: How many elements it has, and how many of them are classes of P-positions.
    order: int
    p_order: int
    #: Is it the quotient of a game of Nim?
    tame: bool
    #: The class of each heap from 0 on, as a word of the generators.
    phi: list[str]
    #: Where and how the classes repeat, where that is proved: then this is the quotient of the whole game.
    preperiod: int | None
    period: int | None
    generators: list[str]
    #: Two words that are equal; the second is the one that elements are called by.
    relations: list[list[str]]
    elements: list[str]
    #: The elements that are classes of P-positions.
    p: list[str]
    #: The genus of the first heaps, as far as it costs little.
    genus: list[str | None]
    evidence: Evidence
    cost: Cost


class Same(Record):
    """Have two games the same values? The answer of :func:`grundy.same`, which is true where they have."""

    __slots__ = ()
    _shown = ("games", "equal", "first_difference", "values", "compared_to")
    _kinds = {"evidence": Evidence, "cost": Cost}
    games: list[str]
    #: ``None``: nothing is known.
    equal: bool | None
    #: The first heap whose values differ, and the two values.
    first_difference: int | None
    values: list[int] | None
    #: The last heap that was compared.
    compared_to: int | None
    #: ``"checked"`` where the values were compared up to a heap, ``"proved"`` where they are equal, or differ, for sure.
    evidence: Evidence
    cost: Cost

    def __bool__(self) -> bool:
        """True where no difference was found; ``evidence`` says how far that goes."""
        return bool(self._data["equal"])


class Verdict(Record):
    """Is a certificate, or a b-file, right? The answer of :func:`grundy.verify`, which is true where it is."""

    __slots__ = ()
    _kinds = {"evidence": Evidence}
    valid: bool
    #: Why a certificate is false.
    reason: str
    #: The first wrong term of a b-file, the right value, and the one in the file.
    first_wrong: int | None
    expected: int | None
    found: int | None
    #: The last term of a b-file up to which all are right.
    right_to: int | None
    evidence: Evidence

    def __bool__(self) -> bool:
        """True where it is right."""
        return bool(self._data["valid"])


class Stress(Record):
    """What a program was tried on: the answer of :func:`grundy.stress`, which is true where no mistake was found."""

    __slots__ = ()
    game: str
    #: On so many positions. Where no mistake was found, this is all that is known.
    tried: int
    found: bool
    #: The smallest position on which the program errs.
    position: list[int] | None
    #: Who wins there, and the Grundy value.
    expected: Literal["N", "P", "D"] | None
    value: int | None
    #: What the program said, or the exception that it raised.
    said: str | bool | int | None
    error: str | None

    def __bool__(self) -> bool:
        """True where no mistake was found."""
        return not self._data["found"]

    def __repr__(self) -> str:
        if self:
            return f"<{self.game}: no mistake on {self.tried} positions, which proves nothing>"
        said = self.error or f"said {self.said!r}"
        right = f"{self.expected}{'' if self.value is None else f' with value {self.value}'}"
        place = ", ".join(map(str, self.position or []))
        return f"<{self.game}: wrong at {place}: {said}; right is {right}>"


class Program(Record):
    """A program for what is known of a game: the answer of :func:`grundy.emit`; ``print`` shows the code."""

    __slots__ = ()
    _shown = ("game", "lang", "style")
    _kinds = {"evidence": Evidence, "cost": Cost}
    game: str
    lang: Literal["cpp", "c", "python", "rust", "java"]
    style: str
    code: str
    #: The largest number that it answers.
    max: int
    evidence: Evidence
    cost: Cost

    def __str__(self) -> str:
        return self.code


class Entry(Record):
    """A game of the catalogue: one of :func:`grundy.catalogue`."""

    __slots__ = ()
    _shown = ("name", "english", "example")
    name: str
    group: str
    #: Can it be played, or is it known by name only?
    built: bool
    english: str
    chinese: str
    aliases: list[str]
    other_names: list[str]
    rule_english: str
    rule_chinese: str
    #: The game in the notation, where it can be said so.
    definition: str | None
    signature: str
    example: str
    references: list[str]
    problems: list[str]

    def __str__(self) -> str:
        return f"{self.name} — {self.english}\n{self.rule_english}\n{self.example}"


class Problem(Record):
    """A problem of a judge: which game it is, and how its input is asked about; one of :func:`grundy.problems`."""

    __slots__ = ()
    _shown = ("title", "game", "example")
    #: Judge and number, of every judge that has it.
    numbers: list[str]
    title: str
    #: The game in the notation; it may have parameters.
    game: str
    #: The game of the catalogue that it is.
    name: str | None
    #: A position, and who wins there.
    example: str
    outcome: Literal["N", "P"]
    #: Which of ``"guess"`` and ``"emit"`` take the game.
    verbs: list[str]
    rule_english: str
    rule_chinese: str

    def __str__(self) -> str:
        return f"{', '.join(self.numbers)} — {self.title}\n{self.rule_english}\n{self.example}"


class SweepRow(Record):
    """What is found out about one member of a family: a row of :func:`grundy.sweep`."""

    __slots__ = ()
    _shown = ("game", "preperiod", "period", "status")
    number: int
    game: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    #: ``"proved"``, ``"checked"``, ``"none"``, ``"refused"`` or ``"stopped"``.
    status: str
    theorems: str
    #: The largest value of the heaps 0 to ``checked_to``.
    largest: int | None
    checked_to: int | None
    #: The same for games with the same values on the heaps 0 to 255.
    fingerprint: str
    note: str
