"""Positions of rules that are Python callables, alone and in sums."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Literal, Optional, SupportsIndex, Union

    from typing_extensions import Unpack

    from ._games import Game
    from ._limits import Limits, Packed
    from ._types import JSON

    #: Copies and a position: the game in Python and the number of the position, or a position of the library alone.
    Term = Union[tuple[int, Game, int], tuple[int, None, Position]]
    #: A component of a sum of different games: a text of the library, or which game in Python, and the number.
    Mixed = Union[str, tuple[int, int]]
    #: A move: the component, from, to, the position after it, its value (``None`` in misère play).
    Moved = tuple[int, str, str, "OwnPosition", Optional[int]]

from ._answers import Answer, Explanation, Move, Moves
from ._grundy import PAIRING
from ._limits import NONE, pack, started
from ._numbers import natural
from ._positions import Position
from .errors import BudgetExceeded, InputError, Unsupported


class Sum:
    """Several positions side by side, where a game graph or a list of options has such a vertex."""

    __slots__ = ("parts",)
    #: The positions.
    parts: tuple[Hashable, ...]

    def __init__(self, parts: Iterable[Hashable]) -> None:
        self.parts = tuple(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(("sum", self.parts))

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts)) or "nothing"


def _mixed(terms: Sequence[Term]) -> tuple[Game, list[int]]:
    """The components of a sum of different games as positions of one: (which game, number), or a text of the library."""
    from ._games import Game

    first = next(term[1] for term in terms if term[1] is not None)
    if first._mix is None:
        met: list[Game] = []

        def options(place: Mixed) -> Iterable[Mixed | list[Mixed]]:
            if isinstance(place, str):
                position = Position(place)
                moves = position.moves(limit=_ALL)
                if moves.moves_truncated:
                    raise Unsupported(f"misère play of a sum with {place}, which has very many moves")
                return [str(position.play(move)) for move in moves]
            at, number = place
            found = met[at]._ask(lambda rules, packed: rules.options(number, packed), NONE)
            return [[(at, part) for part in option] for option in found]

        first._mix = (Game(options=options, name="mixed"), met)
    mix, met = first._mix
    places: list[Mixed] = []
    for term in terms:
        if term[1] is None:
            places += [str(term[2])] * term[0]
            continue
        game, number = term[1], term[2]
        if not any(game is other for other in met):
            met.append(game)
        at = next(at for at, other in enumerate(met) if other is game)
        places += [(at, number)] * term[0]
    return mix, mix._ask(lambda rules, packed: rules.parts(places, packed), NONE)


#: Positions of the library in mixed sums may have so many moves.
_ALL = 100_000

#: Where the rules declare who wins, the value is looked for unasked for so many nodes.
_TRIAL = 2_000


class OwnPosition(Position):
    """A sum in which some component follows rules written in Python; made by calling a :class:`grundy.Game`."""

    __slots__ = ("_convention", "_terms")
    _terms: tuple[Term, ...]
    _convention: Literal["normal", "misere"]

    def __init__(self, terms: Iterable[Term], convention: Literal["normal", "misere"] = "normal") -> None:
        self._terms = tuple(terms)
        self._convention = convention
        self._key = None

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a position of rules in Python cannot be pickled; pickle what the game was called with")

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """``"normal"``: a player who cannot move loses; ``"misere"``: a player who cannot move wins."""
        return self._convention

    def __str__(self) -> str:
        words = ["misere "] if self._convention == "misere" else []
        shown = [_shown(term) for term in self._terms]
        return "".join(words) + (" + ".join(shown) or "nothing")

    def __repr__(self) -> str:
        return f"<position {self}>"

    def _identity(self) -> Hashable:
        if self._key is None:
            counts: dict[Hashable, int] = {}
            for term in self._terms:
                key = (id(term[1]), term[2]) if term[1] is not None else (0, term[2]._identity())
                counts[key] = counts.get(key, 0) + term[0]
            self._key = (self._convention, frozenset((k, c) for k, c in counts.items() if c))
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

    def _joined(self, terms: Sequence[Term], other: Position) -> Position:
        if other.convention != self._convention:
            raise InputError(
                "normal and misère play are added", suggestion="say misere() of the whole sum: (a + b).misere()"
            )
        more: tuple[Term, ...] = other._terms if isinstance(other, OwnPosition) else ((1, None, other),)
        return OwnPosition((*terms, *more), self._convention)

    def _times(self, copies: int) -> Position:
        return OwnPosition([_copied(term, term[0] * copies) for term in self._terms], self._convention)

    def misere(self) -> Position:
        """The same sum in misère play."""
        return OwnPosition(self._terms, "misere")

    def _numbers(self) -> tuple[Game | None, list[int]]:
        """All components as positions of one game."""
        games = {id(term[1]): term[1] for term in self._terms if term[0]}
        if len(games) > 1 or None in games.values():
            return _mixed(self._terms)
        numbers = [term[2] for term in self._terms if term[1] is not None for _ in range(term[0])]
        return next(iter(games.values()), self._terms[0][1] if self._terms else None), numbers

    def outcome(self, **limits: Unpack[Limits]) -> Literal["N", "P", "D"]:
        """``"N"`` (the next player wins) or ``"P"`` (the previous one)."""
        limits = started(limits)
        packed = pack(limits)
        if self._convention == "misere":
            game, numbers = self._numbers()
            if game is None or not numbers:
                return "N"
            return "N" if game._ask(lambda rules, packed: rules.next_wins(numbers, True, packed), packed) else "P"
        odd = [term for term in self._terms if term[0] % 2]
        if len(odd) == 1:
            _, own, what = odd[0]
            if own is not None and isinstance(what, int):
                alone = [what]
                return "N" if own._ask(lambda rules, packed: rules.next_wins(alone, False, packed), packed) else "P"
        return "N" if self.value(**limits) else "P"

    def value(self, **limits: Unpack[Limits]) -> int:
        """The Grundy value. Misère play has none."""
        if self._convention == "misere":
            raise InputError("misère play has no Grundy values", suggestion="outcome() says who wins")
        total = 0
        limits = started(limits)
        for value in self._values(limits):
            total ^= value
        return total

    def _values(self, limits: Limits) -> list[int]:
        """The value of each term with an odd number of copies, 0 for the others."""
        packed = pack(limits)

        def value(term: Term) -> int:
            if term[0] % 2 == 0:
                return 0
            if term[1] is None:
                return term[2].value(**limits)
            return _value(term[1], term[2], packed)

        return [value(term) for term in self._terms]

    def _each_move(self, limits: Limits, winning: bool = False) -> Iterator[Moved]:
        """Each move: number of the component, from, to, the position after, its value (``None`` in misère play).

        Of positions in normal play those that win alone can be asked for, which needs fewer values.
        """
        packed = pack(limits)
        misere = self._convention == "misere"
        total = 0 if misere else self.value(**limits)
        first = 0
        for at, term in enumerate(self._terms):
            copies = term[0]
            if copies == 0:
                continue
            before, after = self._terms[:at], self._terms[at + 1 :]
            changes: list[tuple[int, str, str, list[Term], int]] = []
            size = 1 if term[1] is not None else term[2]._core.size()
            if term[1] is None:
                what = term[2]
                own = 0 if misere else what.value(**limits)
                for m in what.moves(limit=1_000_000, **limits):
                    changes.append((m.component, m.from_, m.to, [(1, None, what.play(m))], own ^ (m.value or 0)))
            else:
                game, number = term[1], term[2]
                options = game._ask(lambda rules, packed: rules.options(number, packed), packed)
                if winning and not misere:
                    wanted = total ^ _value(game, number, packed)
                    options = [o for o in options if _is_worth(game, o, wanted, packed)]
                numbers = sorted({part for option in options for part in option})
                known: dict[int, int] = {}
                if not misere:
                    known = dict(zip(numbers, game._ask(lambda rules, packed: rules.values(numbers, packed), packed)))
                own = 0 if misere else _value(game, number, packed)
                for option in options:
                    change = own
                    for part in option:
                        change ^= known.get(part, 0)
                    new: list[Term] = [(1, game, part) for part in option]
                    to = " + ".join(map(_shown, new)) or "nothing"
                    changes.append((0, _shown((1, game, number)), to, new, change))
            for copy in range(copies):
                rest = [_copied(term, copy)] if copy else []
                tail = [_copied(term, copies - copy - 1)] if copies - copy - 1 else []
                for component, start, to, new, change in changes:
                    position = OwnPosition((*before, *rest, *new, *tail, *after), self._convention)
                    yield first + component, start, to, position, None if misere else total ^ change
                first += size

    def _list(self, winning: bool, limit: int, limits: Limits) -> tuple[list[Move], int]:
        found: list[Move] = []
        count = 0
        for component, start, to, position, value in self._each_move(limits, winning):
            outcome = position.outcome(**limits) if value is None else "N" if value else "P"
            if winning and outcome != "P":
                continue
            count += 1
            if len(found) < limit:
                data: dict[str, JSON] = {
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

    def _declared(self, limits: Limits) -> Literal["N", "P"] | None:
        """Who wins the one component in normal play, where its rules declare it."""
        if self._convention == "misere" or len(self._terms) != 1 or self._terms[0][0] != 1:
            return None
        _, game, number = self._terms[0]
        if game is None or not isinstance(number, int):
            return None
        return game._ask(lambda rules, packed: rules.declared(number, packed), pack(limits))

    def _by_images(self, limit: int, limits: Limits) -> list[Move]:
        """The moves of the one component to positions that its rules declare lost."""
        _, game, number = self._terms[0]
        if game is None or not isinstance(number, int):
            return []
        packed = pack(limits)
        found: list[Move] = []
        for option in game._ask(lambda rules, packed: rules.options(number, packed), packed):
            odd = [part for part in set(option) if option.count(part) % 2]
            if len(found) < limit and all(_declared(game, part, packed) == "P" for part in odd):
                position = OwnPosition([(1, game, part) for part in option])
                data: dict[str, JSON] = {
                    "component": 0,
                    "from": str(self),
                    "to": str(position),
                    "position": str(position),
                    "value": 0,
                    "outcome": "P",
                    "wins": True,
                }
                found.append(Move(data, (self, position)))
        return found

    def _moves(self, winning: bool, limit: int, limits: Limits) -> Moves:
        found, count = self._list(winning, limit, started(limits))
        return Moves(
            {
                "schema": 1,
                "query": str(self),
                "convention": self._convention,
                "complete": True,
                "moves": [move._data for move in found],
                "moves_count": count,
                "moves_truncated": count > len(found),
                "evidence": evidence(),
            },
            [move._deed for move in found],
        )

    def moves(self, *, limit: SupportsIndex = 100, **limits: Unpack[Limits]) -> Moves:
        """Every move with the value and the outcome that it leads to; ``limit`` are listed."""
        return self._moves(False, natural("limit", limit), limits)

    def winning_moves(self, *, limit: SupportsIndex = 100, **limits: Unpack[Limits]) -> Moves:
        """The moves that win: all are counted, ``limit`` are listed."""
        return self._moves(True, natural("limit", limit), limits)

    def play(self, move: object, **limits: Unpack[Limits]) -> Position:
        """The position after a move: one of :meth:`moves`, a text that says what is left, or an option itself."""
        if isinstance(move, Move) and move._deed is not None:
            if not isinstance(move._deed, tuple) or move._deed[0] != self:
                raise InputError(f"{move} is a move of another position", suggestion="play a Move of moves()")
            return move._deed[1]
        own = [term[1] for term in self._terms if term[1] is not None]
        limits = started(limits)
        wanted = {str(move)} | {str(game(move)) for game in own if not isinstance(move, str)}
        for _, start, to, position, _ in self._each_move(limits):
            if wanted & {to, f"{start} → {to}", str(position)}:
                return position
        raise InputError(f"there is no move to {move!r}")

    def solve(
        self, *, limit: SupportsIndex = 100, value: bool = False, guess: bool = False, **limits: Unpack[Limits]
    ) -> Answer:
        """Who wins, the value, the winning moves (``limit`` are listed), and what that rests on."""
        limits = started(limits)
        misere = self._convention == "misere"
        most = natural("limit", limit)
        outcome: Literal["N", "P", "D"] | None = self._declared(limits)
        reason = evidence() if outcome is None else declared()
        values: list[int] | None = None
        found: list[Move] = []
        count: int | None = 0
        status = "none" if misere else "exact"
        if outcome == "N" and not value:
            # value and all moves, where a short search finds them
            trial = limits.copy()
            if trial.get("nodes") is None:
                trial["nodes"] = _TRIAL
            try:
                values = self._values(trial)
                found, count = self._list(True, most, trial)
                reason = declared(evidence())
            except BudgetExceeded:
                values = None
                found, count = self._by_images(most, limits), None
                status = "not_computed"
        else:
            values = None if misere else self._values(limits)
            if outcome is None:
                outcome = self.outcome(**limits) if values is None else "N" if _xor(values) else "P"
            elif outcome == "N":
                reason = declared(evidence())
            found, count = self._list(True, most, limits) if outcome == "N" else ([], 0)
        total = None if values is None else _xor(values)
        data: dict[str, JSON] = {
            "schema": 1,
            "query": str(self),
            "convention": self._convention,
            "complete": True,
            "outcome": outcome,
            "value": total,
            "value_status": status,
            "loopy": None,
            "evidence": reason,
            "components": [
                {"position": _shown(_copied(term, 1)), "count": term[0], "value": values[at] if values else None}
                for at, term in enumerate(self._terms)
            ],
            "moves": [move._data for move in found],
            "moves_count": count,
            "moves_truncated": count is None or count > len(found),
            "engine": "rules in Python",
        }
        return Answer(data, self, [move._deed for move in found])

    def explain(self, **limits: Unpack[Limits]) -> Explanation:
        """Explanations are made for positions of the library only."""
        raise Unsupported("the reasons of rules in Python", suggestion="moves() tells the value of every option")

    def _reasons(self) -> str:
        from ._cards import options

        return options(self)

    def _repr_latex_(self) -> str:
        return ""


def evidence(by: str = "a search over the rule; everything that decides was computed") -> dict[str, JSON]:
    """What an answer about rules in Python rests on."""
    return {"status": "proved", "by": by, "theorems": ["sprague-grundy"], "up_to": None, "references": []}


def declared(searched: dict[str, JSON] | None = None) -> dict[str, JSON]:
    """What an answer rests on where the rules declare who wins; ``searched``: and what the value rests on."""
    name, statement, reference = PAIRING
    theorems: list[JSON] = [name]
    if searched is None:
        by = statement
    else:
        by = f"{statement}; {searched['by']}"
        theorems.append("sprague-grundy")
    return {"status": "proved", "by": by, "theorems": theorems, "up_to": None, "references": [reference]}


def _declared(game: Game, number: int, packed: Packed) -> Literal["N", "P"] | None:
    return game._ask(lambda rules, packed: rules.declared(number, packed), packed)


def _xor(values: Iterable[int]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total


def _value(game: Game, number: int, packed: Packed) -> int:
    return game._ask(lambda rules, packed: rules.values([number], packed), packed)[0]


def _is_worth(game: Game, numbers: list[int], value: int, packed: Packed) -> bool:
    return game._ask(lambda rules, packed: rules.is_worth(numbers, value, packed), packed)


def _copied(term: Term, copies: int) -> Term:
    return (copies, None, term[2]) if term[1] is None else (copies, term[1], term[2])


def _shown(term: Term) -> str:
    copies = term[0]
    if term[1] is None:
        return str(term[2]) if copies == 1 else f"{copies}*({term[2]})"
    game, number = term[1], term[2]
    text = f"{game.text}({game._ask(lambda rules, packed: rules.position(number, packed), NONE)!r})"
    return text if copies == 1 else f"{copies}*{text}"
