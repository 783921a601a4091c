"""Positions of rules that are Python callables, alone and in sums."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from typing_extensions import Unpack

    from ._games import Game
    from ._limits import Limits

    #: Copies, game and number of a position, or copies and a position of the library.
    Term = tuple[int, Union[Game, None], Any]

from ._answers import Answer, Explanation, Move, Moves
from ._limits import NONE, pack, started
from ._positions import Position
from .errors import InputError, Unsupported


class Sum:
    """Several positions side by side, where a game graph or a list of options has such a vertex."""

    __slots__ = ("parts",)
    #: The positions.
    parts: tuple[Any, ...]

    def __init__(self, parts: Any) -> None:
        self.parts = tuple(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(("sum", self.parts))

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts)) or "nothing"


def _mixed(terms: Any) -> tuple[Game, list[int]]:
    """The components of a sum of different games as positions of one: (which game, number), or a text of the library."""
    from ._games import Game

    first: Game = next(game for _, game, _ in terms if game is not None)
    if first._mix is None:
        met: list[Game] = []

        def options(place: Any) -> Any:
            if isinstance(place, str):
                place = Position(place)
                moves = place.moves(limit=_ALL)
                if moves.moves_truncated:
                    raise Unsupported(f"misère play of a sum with {place}, which has very many moves")
                return [str(place.play(move)) for move in moves]
            at, number = place
            return [[(at, part) for part in option] for option in met[at]._ask("options", number, limits=NONE)]

        first._mix = (Game(options=options, name="mixed"), met)
    mix, met = first._mix
    places: list[Any] = []
    for copies, game, what in terms:
        if game is None:
            place: Any = str(what)
        else:
            if not any(game is other for other in met):
                met.append(game)
            place = (next(at for at, other in enumerate(met) if other is game), what)
        places += [place] * copies
    return mix, mix._ask("parts", places, limits=NONE)


#: Positions of the library in mixed sums may have so many moves.
_ALL = 100_000


class OwnPosition(Position):
    """A sum in which some component follows rules written in Python; made by calling a :class:`grundy.Game`."""

    __slots__ = ("_convention", "_terms")
    _terms: tuple[Term, ...]
    _convention: str

    def __init__(self, terms: Any, convention: str = "normal") -> None:
        self._terms = tuple(terms)
        self._convention = convention
        self._key = None

    def __reduce__(self) -> Any:
        raise TypeError("a position of rules in Python cannot be pickled; pickle what the game was called with")

    @property
    def convention(self) -> str:
        """``"normal"`` or ``"misere"``."""
        return self._convention

    def __str__(self) -> str:
        words = ["misere "] if self._convention == "misere" else []
        shown = [_shown(term) for term in self._terms]
        return "".join(words) + (" + ".join(shown) or "nothing")

    def __repr__(self) -> str:
        return f"<position {self}>"

    def _identity(self) -> Any:
        if self._key is None:
            counts: dict[Any, int] = {}
            for copies, game, what in self._terms:
                key = (id(game), what) if game is not None else (0, what._identity())
                counts[key] = counts.get(key, 0) + copies
            self._key = (self._convention, frozenset((k, c) for k, c in counts.items() if c))  # type: ignore[assignment]
        return self._key

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        return self._joined(self._terms, other)

    def __radd__(self, other: object) -> Position:
        if isinstance(other, Position):
            return OwnPosition([(1, None, other)], other.convention)._joined_after(self)
        return super().__radd__(other)

    def _joined_after(self, other: OwnPosition) -> Position:
        return self._joined(self._terms, other)

    def _joined(self, terms: Any, other: Position) -> Position:
        if other.convention != self._convention:
            raise InputError(
                "normal and misère play are added", suggestion="say misere() of the whole sum: (a + b).misere()"
            )
        more = other._terms if isinstance(other, OwnPosition) else ((1, None, other),)
        return OwnPosition((*terms, *more), self._convention)

    def __mul__(self, copies: int) -> Position:
        if not isinstance(copies, int):
            return NotImplemented
        if copies < 0:
            raise InputError("a number of copies is 0, 1, 2, …")
        return OwnPosition([(count * copies, game, what) for count, game, what in self._terms], self._convention)

    __rmul__ = __mul__

    def misere(self) -> Position:
        """The same sum in misère play."""
        return OwnPosition(self._terms, "misere")

    def _numbers(self) -> tuple[Game, list[int]]:
        """All components as positions of one game."""
        games = {id(game): game for copies, game, _ in self._terms if copies}
        if len(games) > 1 or None in games.values():
            return _mixed(self._terms)
        numbers = [what for copies, _, what in self._terms for _ in range(copies)]
        return next(iter(games.values()), self._terms[0][1] if self._terms else None), numbers  # type: ignore[return-value]

    def outcome(self, **limits: Unpack[Limits]) -> str:
        """``"N"`` (the next player wins) or ``"P"`` (the previous one)."""
        limits = started(limits)
        packed = pack(limits)
        if self._convention == "misere":
            game, numbers = self._numbers()
            wins = bool(numbers) is False or game._ask("next_wins", numbers, True, limits=packed)
            return "N" if wins else "P"
        odd = [term for term in self._terms if term[0] % 2]
        if len(odd) == 1 and odd[0][1] is not None:
            return "N" if odd[0][1]._ask("next_wins", [odd[0][2]], False, limits=packed) else "P"
        return "N" if self.value(**limits) else "P"

    def value(self, **limits: Unpack[Limits]) -> int:
        """The Grundy value. Misère play has none."""
        if self._convention == "misere":
            raise InputError("misère play has no Grundy values", suggestion="outcome() says who wins")
        total = 0
        limits = started(limits)
        for value in self._values(pack(limits), limits):
            total ^= value
        return total

    def _values(self, packed: Any, limits: Any) -> list[int]:
        """The value of each term with an odd number of copies, 0 for the others."""
        return [
            0
            if copies % 2 == 0
            else what.value(**limits)
            if game is None
            else game._ask("values", [what], limits=packed)[0]
            for copies, game, what in self._terms
        ]

    def _each_move(self, packed: Any, limits: Any) -> Any:
        """Each move: number of the component, from, to, the position after, its value (``None`` in misère play)."""
        misere = self._convention == "misere"
        total = 0 if misere else self.value(**limits)
        first = 0
        for at, (copies, game, what) in enumerate(self._terms):
            if copies == 0:
                continue
            before, after = self._terms[:at], self._terms[at + 1 :]
            changes: list[tuple[int, str, str, list[Term], int]] = []
            size: int | None = None
            if game is None:
                own = 0 if misere else what.value(**limits)
                changes = [
                    (m.component, m._data["from"], m.to, [(1, None, what.play(m))], own ^ (m.value or 0))
                    for m in what.moves(limit=1_000_000, **limits)
                ]
            else:
                options = game._ask("options", what, limits=packed)
                numbers = sorted({part for option in options for part in option})
                known = {} if misere else dict(zip(numbers, game._ask("values", numbers, limits=packed)))
                own = 0 if misere else game._ask("values", [what], limits=packed)[0]
                for option in options:
                    change = own
                    for part in option:
                        change ^= known.get(part, 0)
                    new: list[Term] = [(1, game, part) for part in option]
                    to = " + ".join(map(_shown, new)) or "nothing"
                    changes.append((0, _shown((1, game, what)), to, new, change))
                size = 1
            for copy in range(copies):
                rest = [(n, game, what) for n in (copy,) if n]
                tail = [(n, game, what) for n in (copies - copy - 1,) if n]
                for component, start, to, new, change in changes:
                    position = OwnPosition((*before, *rest, *new, *tail, *after), self._convention)
                    yield first + component, start, to, position, None if misere else total ^ change
                first += size if size is not None else 1

    def _list(self, winning: bool, limit: int, packed: Any, limits: Any) -> tuple[list[Move], int]:
        found: list[Move] = []
        count = 0
        for component, start, to, position, value in self._each_move(packed, limits):
            outcome = position.outcome(**limits) if value is None else "N" if value else "P"
            if winning and outcome != "P":
                continue
            count += 1
            if len(found) < limit:
                data = {
                    "component": component,
                    "from": start,
                    "to": to,
                    "position": str(position),
                    "value": value,
                    "outcome": outcome,
                    "wins": outcome == "P",
                }
                found.append(Move(data, (self, position)))
        return found, count

    def _moves(self, winning: bool, limit: int, limits: Any) -> Moves:
        limits = started(limits)
        found, count = self._list(winning, limit, pack(limits), limits)
        return Moves(
            {
                "schema": 1,
                "query": str(self),
                "convention": self._convention,
                "complete": True,
                "moves": [move._data for move in found],
                "moves_count": count,
                "moves_truncated": count > len(found),
                "evidence": _evidence(),
            },
            [move._deed for move in found],
        )

    def moves(self, *, limit: int = 100, **limits: Unpack[Limits]) -> Moves:
        """Every move with the value and the outcome that it leads to; ``limit`` are listed."""
        return self._moves(False, limit, limits)

    def winning_moves(self, *, limit: int = 100, **limits: Unpack[Limits]) -> Moves:
        """The moves that win: all are counted, ``limit`` are listed."""
        return self._moves(True, limit, limits)

    def play(self, move: Any, **limits: Unpack[Limits]) -> Position:
        """The position after a move: one of :meth:`moves`, a text that says what is left, or an option itself."""
        if isinstance(move, Move) and move._deed is not None:
            if not isinstance(move._deed, tuple) or move._deed[0] != self:
                raise InputError(f"{move} is a move of another position", suggestion="play a Move of moves()")
            after: Position = move._deed[1]
            return after
        own = [game for _, game, _ in self._terms if game is not None]
        limits = started(limits)
        wanted = {str(move)} | {str(game(move)) for game in own if not isinstance(move, str)}
        for _, start, to, position, _ in self._each_move(pack(limits), limits):
            if wanted & {to, f"{start} → {to}", str(position)}:
                return position  # type: ignore[no-any-return]
        raise InputError(f"there is no move to {move!r}")

    def solve(
        self, *, limit: int = 100, value: bool = False, guess: bool = False, **limits: Unpack[Limits]
    ) -> Answer:
        """Who wins, the value, the winning moves (``limit`` are listed), and what that rests on."""
        limits = started(limits)
        packed = pack(limits)
        misere = self._convention == "misere"
        values = None if misere else self._values(packed, limits)
        total = None
        if values is not None:
            total = 0
            for one in values:
                total ^= one
        outcome = self.outcome(**limits) if total is None else "N" if total else "P"
        found, count = self._list(True, limit, packed, limits) if outcome == "N" else ([], 0)
        data = {
            "schema": 1,
            "query": str(self),
            "convention": self._convention,
            "complete": True,
            "outcome": outcome,
            "value": total,
            "value_status": "none" if misere else "exact",
            "loopy": None,
            "evidence": _evidence(),
            "components": [
                {"position": _shown((1, game, what)), "count": copies, "value": values[at] if values else None}
                for at, (copies, game, what) in enumerate(self._terms)
            ],
            "moves": [move._data for move in found],
            "moves_count": count,
            "moves_truncated": count > len(found),
            "engine": "rules in Python",
        }
        return Answer(data, self, [move._deed for move in found])

    def explain(self, **limits: Unpack[Limits]) -> Explanation:
        """Explanations are made for positions of the library only."""
        raise Unsupported("the reasons of rules in Python", suggestion="moves() tells the value of every option")

    def _repr_html_(self) -> str:
        from ._answers import _escape

        return f"<code>{_escape(str(self))}</code>"

    def _repr_latex_(self) -> str:
        return ""


def _evidence() -> dict[str, Any]:
    by = "the values of everything reachable, computed from the rule"
    return {"status": "proved", "by": by, "theorems": ["sprague-grundy"], "up_to": None, "references": []}


def _shown(term: Term) -> str:
    copies, game, what = term
    text = str(what) if game is None else f"{game.text}({game._ask('position', what, limits=NONE)!r})"
    if copies == 1:
        return text
    return f"{copies}*({text})" if game is None else f"{copies}*{text}"
