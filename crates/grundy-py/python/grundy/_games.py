"""Games: from text, or from rules written in Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from typing import Literal, NoReturn, SupportsIndex, TypeVar, Union, overload

    import networkx  # type: ignore[import-untyped,unused-ignore]
    import numpy
    from typing_extensions import Unpack

    from ._answers import Count, Guess, Period, Program, Proof, Quotient, Same
    from ._arrays import Table
    from ._graphs import Picture
    from ._limits import Limits, Packed
    from ._types import JSON, Rules

    T = TypeVar("T")
    #: The last or first place of a table.
    Corner = Union[SupportsIndex, tuple[SupportsIndex, ...]]

from . import _grundy
from ._limits import NONE, clock, pack
from ._numbers import digits, natural
from ._positions import Position
from ._record import complete, load
from .errors import InputError, Unsupported


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

    More that is known of positions makes the search for values see fewer of them:

    ``split``
        Into which parts that never meet again does the position fall? A list of positions.
    ``canonical``
        One of all positions that are the same, such as the smallest image of a board. It may split as well;
        :data:`grundy.pieces` does both for boards that are sets of cells.
    ``size``, ``bound``
        How large is a part (small ones are looked at first), and which number does its value not exceed?
    ``pairing``
        Who wins a part by answering every move with its image? ``"P"``: every move has one, another move that is still
        there; ``"N"``: one move leaves such a position; ``None``: nobody knows. Answers name it as their reason.

    A class that has these as methods is a game too: ``Game(Cram())``. Positions of one or two numbers are worked out one
    and all, unless they fall apart; for others the search of the boards asks only for the values that decide. ``method=``
    of any question says how to search.
    """

    __slots__ = ("__weakref__", "_core", "_name", "_rules")
    _core: _grundy.Game | None
    _rules: _grundy.Rules | None
    _name: str

    def __init__(
        self,
        text: str | Rules | type[Rules] | None = None,
        *,
        options: Callable[[NoReturn], Iterable[object]] | None = None,
        split: Callable[[NoReturn], Iterable[object]] | None = None,
        canonical: Callable[[NoReturn], object] | None = None,
        size: Callable[[NoReturn], int] | None = None,
        bound: Callable[[NoReturn], int] | None = None,
        pairing: Callable[[NoReturn], Literal["N", "P"] | None] | None = None,
        name: str | None = None,
        **limits: Unpack[Limits],
    ) -> None:
        more = (split, canonical, size, bound, pairing)
        if (text is None) == (options is None):
            raise InputError("a game is made of a text, or of options=", suggestion='grundy.Game("kayles")')
        if text is not None and any(call is not None for call in more):
            raise InputError("split=, canonical=, size=, bound= and pairing= go with options=")
        if text is not None and not isinstance(text, str):
            # a class whose objects need nothing is as good as one of them
            rules = text() if isinstance(text, type) else text
            options = getattr(rules, "options", None)
            if options is None:
                raise InputError("a game is read from a text", suggestion='grundy.Game("take[1,3,4]")')
            names = ("split", "canonical", "size", "bound", "pairing")
            split, canonical, size, bound, pairing = (getattr(rules, each, None) for each in names)
            more = (split, canonical, size, bound, pairing)
            name = name or type(rules).__name__
        if options is not None:
            self._core = None
            self._name = name or getattr(options, "__name__", None) or "game"
            if self._name == "<lambda>":
                self._name = "game"
            self._rules = _grundy.Rules(self._name, options, *more)
            return
        if name is not None:
            raise InputError("name= goes with options=")
        assert isinstance(text, str)
        self._core = _grundy.Game.parse(text, pack(limits))
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

    def __reduce__(self) -> tuple[object, ...]:
        if self._core is None:
            raise TypeError("rules in Python are not pickled with their game; make the game again")
        return (Game, (self._name,))

    # rules in Python

    def _ask(self, question: Callable[[_grundy.Rules, Packed], T], limits: Packed) -> T:
        """A question to rules in Python; `time` also ends a callable that does not return."""
        rules = self._rules
        if rules is None:
            raise TypeError("a game of the library has no rules in Python")
        time = limits[0]
        if time is None:
            return question(rules, limits)
        from ._watch import watched

        return watched(time, lambda: question(rules, (clock(time), *limits[1:])))

    def _placed(self, places: tuple[object, ...]) -> None:
        if not places:
            raise InputError("a game is called with a position", suggestion=f"{self._name}(5)")

    def _place(self, places: tuple[object, ...], limits: Packed) -> list[int]:
        self._placed(places)
        return [part for place in places for part in self._ask(lambda rules, packed: rules.parts(place, packed), limits)]

    def _evidence(self) -> dict[str, JSON]:
        """What the values that are known rest on."""
        return load(self._rules.evidence()) if self._rules is not None else {}

    # positions

    def __call__(self, *places: Hashable) -> Position:
        """A position: ``kayles(9)``, ``wythoff(4, 7)``; several heaps are their sum: ``kayles(5, 2)``.

        Boards are texts, places of compounds are positions, and ``"?"`` stands for a number that :meth:`Position.solve`
        is to find.

        >>> import grundy
        >>> print(grundy.Game("wythoff")(4, 7) + grundy.Game("graph{a->b; b->c}")("a"))
        wythoff(4, 7) + graph{a->b; b->c}(a)
        >>> grundy.Game("nim")(3, 5, "?").solve().unknown
        [6]
        """
        core = self._core
        if core is None:
            self._placed(places)
            return Position._of(self._ask(lambda rules, packed: _grundy.Position.of_rules(rules, places, packed), NONE))
        shape = core.shape
        return Position(f"{core.text}({', '.join(_written(place, shape) for place in places)})")

    def value(self, *places: Hashable, **limits: Unpack[Limits]) -> int:
        """The Grundy value of a position, as ``game(*places).value()``."""
        if self._rules is not None and len(places) == 1:
            place = places[0]
            return self._ask(lambda rules, packed: rules.value(place, packed), pack(limits))
        return self(*places).value(**limits)

    def outcome(self, *places: Hashable, misere: bool = False, **limits: Unpack[Limits]) -> Literal["N", "P", "D"]:
        """``"N"``, ``"P"`` or ``"D"``, as ``game(*places).outcome()``.

        >>> import grundy
        >>> nim = grundy.Game("nim")
        >>> nim.outcome(1, 1), nim.outcome(1, 1, misere=True)
        ('P', 'N')
        """
        if self._core is None:
            packed = pack(limits)
            numbers = self._place(places, packed)
            return "N" if self._ask(lambda rules, packed: rules.next_wins(numbers, misere, packed), packed) else "P"
        position = self(*places)
        return (position.misere() if misere else position).outcome(**limits)

    # sequences

    if TYPE_CHECKING:

        @overload
        def table(
            self,
            to: Corner | None = None,
            *,
            start: Corner = 0,
            show: Literal["values", "p"] = "values",
            **limits: Unpack[Limits],
        ) -> Table[numpy.int64]: ...
        @overload
        def table(
            self,
            to: Corner | None = None,
            *,
            start: Corner = 0,
            show: Literal["outcomes"],
            **limits: Unpack[Limits],
        ) -> Table[numpy.str_]: ...

    def table(
        self,
        to: Corner | None = None,
        *,
        start: Corner = 0,
        show: Literal["values", "outcomes", "p"] = "values",
        **limits: Unpack[Limits],
    ) -> Table[numpy.generic]:
        """Values, outcomes or P-positions of all places from ``start`` to ``to``, inclusive, as a NumPy array.

        The array cannot be written to, for it carries its ``evidence``; what is computed from it, sliced or copied is a
        plain array.

        >>> import grundy
        >>> values = grundy.Game("take[1,3,4]").table(9)
        >>> values
        Table([0, 1, 0, 1, 2, 3, 2, 0, 1, 0])
        >>> values.evidence.status, values[2:5]
        ('proved', array([0, 1, 2]))
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

    def period(
        self, to: SupportsIndex | None = None, *, certificate: bool = False, **limits: Unpack[Limits]
    ) -> Period:
        """Preperiod, period and saltus of the values, looked for up to heap ``to`` (10^6). See :func:`grundy.period`."""
        from ._answers import Period

        core = self._text_only("the period")
        text, proof, why = core.period(natural("to", to), certificate, pack(limits))
        return complete(Period(load(text), proof, why))

    def guess(self, to: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Guess:
        """What the first values suggest, each finding with its evidence. See :func:`grundy.guess`."""
        from ._answers import Guess

        core = self._text_only("a guess")
        return complete(Guess(load(core.guess(natural("to", to), pack(limits)))))

    def prove(
        self, claim: str, to: SupportsIndex | None = None, *, certificate: bool = False, **limits: Unpack[Limits]
    ) -> Proof:
        """Is the claim true of all positions? See :func:`grundy.prove`."""
        self._text_only("a proof")
        from . import prove

        return prove(self._name, claim, to, certificate=certificate, **limits)

    def same(self, other: Game | str, to: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Same:
        """Have both games the same values? See :func:`grundy.same`."""
        from ._compare import same

        return same(self, other if isinstance(other, Game) else Game(other), natural("to", to), limits)

    def emit(
        self,
        language: Literal["cpp", "c", "python", "rust", "java"] = "python",
        *,
        style: Literal["auto", "table", "dfs"] = "auto",
        max: SupportsIndex | None = None,
        moves: bool = False,
        **limits: Unpack[Limits],
    ) -> Program:
        """A program for what is known of the game. See :func:`grundy.emit`."""
        from ._answers import Program

        core = self._text_only("a program")
        return complete(Program(load(core.emit(language, style, natural("max", max), moves, pack(limits)))))

    def count(
        self,
        heaps: SupportsIndex,
        max: SupportsIndex,
        *,
        min: SupportsIndex = 0,
        unordered: bool = False,
        **limits: Unpack[Limits],
    ) -> Count:
        """How many positions of ``heaps`` heaps from ``min`` to ``max`` are P-positions. See :func:`grundy.count`."""
        from ._answers import Count

        core = self._text_only("the count")
        least, most = natural("min", min), natural("max", max)
        return complete(Count(load(core.count(natural("heaps", heaps), least, most, unordered, pack(limits)))))

    def quotient(self, heaps: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Quotient:
        """The misère quotient of the heaps: how sums of any number of them are judged by one product.

        Heaps are added up to ``heaps``, or until the quotient is proved to be that of the whole game (up to 200).

        >>> import grundy
        >>> found = grundy.Game("kayles").quotient()
        >>> found.order, found.p_order, found.tame, found.period
        (40, 9, False, 12)

        ``phi`` holds the class of each heap as a word of the generators. A sum is a P-position of misère play exactly if
        the product of the classes of its heaps is in ``p``.

        >>> nim = grundy.Game("nim").quotient(3)
        >>> nim.phi, nim.relations, nim.p
        (['1', 'a', 'b', 'ab'], [['a^2', '1'], ['b^3', 'b']], ['a', 'b^2'])
        """
        from ._answers import Quotient

        core = self._text_only("the misère quotient")
        return complete(Quotient(load(core.quotient(natural("heaps", heaps), pack(limits)))))

    # graphs

    def graph(
        self, *start: Hashable, limit: SupportsIndex = 10_000, **limits: Unpack[Limits]
    ) -> networkx.DiGraph[Hashable]:
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

        return to_networkx(explore(self, start, natural("limit", limit), limits))

    def svg(self, *start: Hashable, limit: SupportsIndex = 200, **limits: Unpack[Limits]) -> Picture:
        """A picture of the game graph, shown by notebooks; ``save("file.svg")`` keeps it.

        >>> import grundy
        >>> grundy.Game("take[1,2]").svg(3).svg[:4]
        '<svg'
        """
        from ._graphs import Picture, draw, explore

        return Picture(draw(explore(self, start, natural("limit", limit), limits)))

    def _repr_html_(self) -> str:
        from ._cards import escape

        return f"<p><code>{escape(self.text)}</code><br>{escape(self.reading)}</p>"


def _written(place: object, shape: str) -> str:
    """A coordinate, a tuple of them, the name of a vertex, a board or a position, as the notation writes it."""
    if shape == "positions":
        # a text is read on its own first, so that it cannot be more than a position
        return str(place if isinstance(place, Position) else Position(place) if isinstance(place, str) else _no(place))
    if isinstance(place, str):
        if shape == "text":
            inside = place[1:-1] if len(place) > 1 and place[0] == place[-1] == '"' else place
            if '"' in inside:
                raise InputError(f"{place!r} is not a board: there is a quotation mark in it")
            return f'"{inside}"'
        if shape == "vertex" and (place.isidentifier() or place.isdecimal()):
            return place
        return "?" if place == "?" else _no(place)
    if isinstance(place, (tuple, list)):
        return f"({', '.join(_written(part, shape) for part in place)})"
    try:
        number: int = place.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        return _no(place)
    return digits(number) if number >= 0 else _no(place)


def _no(place: object) -> NoReturn:
    raise InputError(f"{place!r} is not a coordinate; coordinates are 0, 1, 2, …")
