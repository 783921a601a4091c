"""Games: from text, or from rules written in Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from typing import Any, Literal

    import networkx  # type: ignore[import-untyped,unused-ignore]
    from typing_extensions import Unpack

    from ._arrays import Table
    from ._graphs import Picture
    from ._limits import Limits

from . import _grundy
from ._answers import Count, Guess, Period, Proof, complete, load
from ._limits import pack
from ._positions import Position
from .errors import Error, InputError, Unsupported


class Game:
    """A game: its text in the notation, or a callable that gives the options of a position.

    >>> import grundy
    >>> game = grundy.Game("take[1,3,4]")
    >>> game(21).value()
    0
    >>> game.period().period
    7

    The callable gets a position, anything that can be hashed, and returns its options: a list, or it yields them. An
    option is a position, or a *list* of positions, their sum (a tuple is one position). Values are remembered, the depth
    of the play has no limit, and a play that need not end is found out.

    >>> kayles = grundy.Game(options=lambda n: [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)])
    >>> [kayles.value(n) for n in range(10)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    >>> kayles.outcome(5, 5)
    'P'

    ``canonical`` may bring a position to a simpler one of the same value before it is looked up, or split it into a
    list of independent ones; :data:`grundy.pieces` does both for boards that are sets of cells.
    """

    __slots__ = ("__weakref__", "_core", "_mix", "_name", "_rules")
    _core: _grundy.Game | None
    _rules: _grundy.Rules | None
    _name: str
    #: The game that holds sums of this one with others, and the games in it; made when misère play asks for it.
    _mix: tuple[Game, list[Game]] | None

    def __init__(
        self,
        text: str | None = None,
        *,
        options: Callable[[Any], Iterable[Any]] | None = None,
        canonical: Callable[[Any], Any] | None = None,
        name: str | None = None,
    ) -> None:
        self._mix = None
        if (text is None) == (options is None):
            raise InputError("a game is made of a text, or of options=", suggestion='grundy.Game("kayles")')
        if options is not None:
            self._core = None
            self._rules = _grundy.Rules(options, canonical)
            self._name = name or getattr(options, "__name__", None) or "game"
            if self._name == "<lambda>":
                self._name = "game"
            return
        if not isinstance(text, str):
            raise InputError("a game is read from a text", suggestion='grundy.Game("take[1,3,4]")')
        if canonical is not None or name is not None:
            raise InputError("canonical= and name= go with options=")
        self._core = _grundy.Game.parse(text)
        self._rules = None
        self._name = self._core.text

    @property
    def text(self) -> str:
        """The canonical spelling; for rules in Python the name."""
        return self._name

    @property
    def reading(self) -> str:
        """How the rules were read, for people."""
        return self._core.reading if self._core is not None else f"{self._name}: rules written in Python."

    def __repr__(self) -> str:
        return f"grundy.Game({self._name!r})" if self._core is not None else f"<game {self._name} with rules in Python>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self._core is None or other._core is None:
            return self is other
        return self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name) if self._core is not None else object.__hash__(self)

    def __reduce__(self) -> Any:
        if self._core is None:
            raise TypeError("rules in Python are not pickled with their game; make the game again")
        return (Game, (self._name,))

    # rules in Python

    def _ask(self, question: str, *arguments: Any, limits: Any) -> Any:
        """A question to rules in Python; `time` also ends a callable that does not return."""
        rules: Any = self._rules
        if limits[0] is None:
            return getattr(rules, question)(*arguments, limits)
        from ._limits import clock
        from ._watch import watched

        ask = getattr(rules, question)
        return watched(limits[0], lambda: ask(*arguments, (clock(limits[0]), *limits[1:])))

    def _place(self, places: tuple[Any, ...], limits: Any) -> list[int]:
        if not places:
            raise InputError("a game is called with a position", suggestion=f"{self._name}(5)")
        return [part for place in places for part in self._ask("parts", place, limits=limits)]

    # positions

    def __call__(self, *places: Hashable) -> Position:
        """A position: ``kayles(9)``, ``wythoff(4, 7)``; several heaps are their sum: ``kayles(5, 2)``.

        >>> import grundy
        >>> print(grundy.Game("wythoff")(4, 7) + grundy.Game("graph{a->b; b->c}")("a"))
        wythoff(4, 7) + graph{a->b; b->c}(a)
        """
        core = self._core
        if core is None:
            from ._own import OwnPosition

            numbers = self._place(places, pack(None))
            return OwnPosition([(1, self, number) for number in numbers])
        return Position(f"{core.text}({', '.join(map(_written, places))})")

    def value(self, *places: Hashable, **limits: Unpack[Limits]) -> int:
        """The Grundy value of a position, as ``game(*places).value()``."""
        if self._core is None and len(places) == 1:
            value: int = self._ask("value", places[0], limits=pack(limits))
            return value
        return self(*places).value(**limits)

    def outcome(self, *places: Hashable, misere: bool = False, **limits: Unpack[Limits]) -> str:
        """``"N"``, ``"P"`` or ``"D"``, as ``game(*places).outcome()``.

        >>> import grundy
        >>> nim = grundy.Game("nim")
        >>> nim.outcome(1, 1), nim.outcome(1, 1, misere=True)
        ('P', 'N')
        """
        if self._core is None:
            packed = pack(limits)
            numbers = self._place(places, packed)
            if not numbers:
                return "N" if misere else "P"
            return "N" if self._ask("next_wins", numbers, misere, limits=packed) else "P"
        position = self(*places)
        return (position.misere() if misere else position).outcome(**limits)

    # sequences

    def table(
        self,
        to: int | tuple[int, ...] | None = None,
        *,
        start: int | tuple[int, ...] = 0,
        show: Literal["values", "outcomes", "p"] = "values",
        **limits: Unpack[Limits],
    ) -> Table:
        """Values, outcomes or P-positions of all places from ``start`` to ``to``, inclusive, as a NumPy array.

        >>> import grundy
        >>> grundy.Game("take[1,3,4]").table(9)
        Table([0, 1, 0, 1, 2, 3, 2, 0, 1, 0])
        >>> grundy.Game("wythoff").table(4, show="p")
        Table([[0, 0],
               [1, 2],
               [2, 1]])
        """
        from ._arrays import table

        return table(self, to, start, show, limits)

    def _text_only(self, what: str) -> _grundy.Game:
        if self._core is None:
            raise Unsupported(
                f"{what} of rules in Python", suggestion="write the rules as text: {n -> n-k for k in 1..3}"
            )
        return self._core

    def period(self, to: int | None = None, **limits: Unpack[Limits]) -> Period:
        """Preperiod, period and saltus of the values, looked for up to heap ``to`` (10^6)."""
        core = self._text_only("the period")
        return complete(Period(load(core.period(_natural("to", to), pack(limits)))))

    def guess(self, to: int | None = None, **limits: Unpack[Limits]) -> Guess:
        """What the first values suggest, each finding with its evidence."""
        core = self._text_only("a guess")
        return complete(Guess(load(core.guess(_natural("to", to), pack(limits)))))

    def prove(self, claim: str, to: int | None = None, **limits: Unpack[Limits]) -> Proof:
        """Is the claim true of all positions? See :func:`grundy.prove`."""
        self._text_only("a proof")
        from . import prove

        return prove(self._name, claim, to, **limits)

    def count(
        self, heaps: int, max: int, *, min: int = 0, unordered: bool = False, **limits: Unpack[Limits]
    ) -> Count:
        """How many positions of ``heaps`` heaps from ``min`` to ``max`` are P-positions. See :func:`grundy.count`."""
        core = self._text_only("the count")
        for name, number in (("heaps", heaps), ("min", min), ("max", max)):
            _natural(name, number)
        return complete(Count(load(core.count(heaps, min, max, unordered, pack(limits)))))

    # graphs

    def graph(self, *start: Any, limit: int = 10_000, **limits: Unpack[Limits]) -> networkx.DiGraph[Any]:
        """The game graph from a position on, for `networkx`: an arc for each move.

        Vertices are positions: as the callable knows them, or in the notation. Each has the attributes ``outcome``,
        ``value`` (``None``: infinite, or misère play), ``loopy`` (the K of an infinite value ∞(K)) and ``remoteness``
        (how many moves the play lasts when the winner hurries; ``None``: a draw). The play need not end. At most
        ``limit`` vertices.

        >>> import grundy
        >>> graph = grundy.Game(options=lambda n: [n - k for k in (1, 2) if k <= n]).graph(4)
        >>> sorted(graph.successors(4)), graph.nodes[3]
        ([2, 3], {'outcome': 'P', 'value': 0, 'loopy': None, 'remoteness': 2})
        >>> graph = grundy.Game("graph{a->b; b->a,c; c->d}").graph("b")
        >>> graph.nodes["graph{a->b; b->a,c; c->d}(b)"]["loopy"]
        [1]
        """
        from ._graphs import explore, to_networkx

        return to_networkx(explore(self, start, limit, limits))

    def svg(self, *start: Any, limit: int = 200, **limits: Unpack[Limits]) -> Picture:
        """A picture of the game graph, shown by notebooks; ``save("file.svg")`` keeps it.

        >>> import grundy
        >>> grundy.Game("take[1,2]").svg(3).svg[:4]
        '<svg'
        """
        from ._graphs import Picture, draw, explore

        return Picture(draw(explore(self, start, limit, limits)))


def _natural(name: str, value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or not 0 <= value < 1 << 64:
        raise InputError(f"{name}={value!r} is no number from 0 to 2^64 - 1")
    return value


def _written(place: Any) -> str:
    """A coordinate, a tuple of them, or the name of a vertex, as the notation writes it."""
    if isinstance(place, str):
        return place
    if isinstance(place, (tuple, list)):
        return f"({', '.join(map(_written, place))})"
    try:
        number = place.__index__()
    except (AttributeError, TypeError):
        raise InputError(f"{place!r} is no coordinate; coordinates are 0, 1, 2, …") from None
    if number < 0:
        raise InputError(f"{place!r} is no coordinate; coordinates are 0, 1, 2, …")
    return _digits(number)


def _digits(number: int) -> str:
    """Decimal digits of any number; :func:`str` itself refuses more than some thousands."""
    if number.bit_length() <= 10_000:
        return str(number)
    half = number.bit_length() // 7
    high, low = divmod(number, 10**half)
    return _digits(high) + _digits(low).rjust(half, "0")


__all__ = ["Error", "Game"]
