"""Positions: sums of components that can be added, asked and played."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Literal, SupportsIndex, TypeVar

    from typing_extensions import Unpack

    from ._limits import Limits, Packed

    T = TypeVar("T")

from . import _grundy
from ._answers import Answer, Explanation, Move, Moves
from ._limits import clock, pack, started
from ._numbers import copies as number_of_copies, natural
from ._record import complete, load
from .errors import Error, InputError


class Position:
    """A sum of components in normal or misère play.

    >>> import grundy
    >>> position = grundy.Position("take[1,3,4](21, 17) + kayles(9)")
    >>> position.outcome(), position.value()
    ('N', 5)
    >>> print(position.play("kayles(2, 6)"))
    take[1,3,4](21, 17) + kayles(2, 6)

    Positions are added, multiplied and compared; equal sums are equal in whatever order they are written.

    >>> kayles = grundy.Game("kayles")
    >>> print(kayles(9) + 3 * kayles(5))
    kayles(9) + 3*kayles(5)
    >>> kayles(9) + kayles(5) == kayles(5, 9)
    True
    >>> grundy.Position(str(position)) == position
    True

    A text of many rules takes its time to read; the limits of questions hold for it too.
    """

    __slots__ = ("_core", "_key")
    _core: _grundy.Position
    _key: Hashable
    #: Numbers of NumPy leave the multiplication to us.
    __array_ufunc__ = None

    def __init__(self, text: str, **limits: Unpack[Limits]) -> None:
        if not isinstance(text, str):
            raise InputError("a position is read from a text", suggestion="grundy.Position('kayles(9)')")
        self._core = _grundy.Position.parse(text, pack(limits))
        self._key = None

    @staticmethod
    def _of(core: _grundy.Position) -> Position:
        position = Position.__new__(Position)
        position._core = core
        position._key = None
        return position

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """``"normal"``: a player who cannot move loses; ``"misere"``: a player who cannot move wins."""
        return self._core.convention

    def __str__(self) -> str:
        return self._core.text

    def __repr__(self) -> str:
        return f"<position {self}>" if self._core.is_called else f"grundy.Position({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        if self._core.is_called:
            raise TypeError("a position of rules in Python cannot be pickled; pickle what the game was called with")
        return (Position, (str(self),))

    def _identity(self) -> Hashable:
        if self._key is None:
            self._key = self._core.key()
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self._identity() == other._identity())

    def __hash__(self) -> int:
        return hash(self._identity())

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        if (self._core.is_called or other._core.is_called) and other.convention != self.convention:
            raise InputError(
                "normal and misère play are added", suggestion="say misere() of the whole sum: (a + b).misere()"
            )
        return Position._of(self._core.add(other._core))

    def __radd__(self, other: object) -> Position:
        # so that sum(positions) works
        if isinstance(other, int) and other == 0:
            return self
        return NotImplemented

    def __mul__(self, copies: SupportsIndex) -> Position:
        try:
            number = number_of_copies(copies)
        except TypeError:
            return NotImplemented
        return self._times(number)

    __rmul__ = __mul__

    def _times(self, copies: int) -> Position:
        return Position._of(self._core.times(format(copies, "x")))

    def misere(self) -> Position:
        """The same sum in misère play, where a player who cannot move wins.

        >>> import grundy
        >>> grundy.Position("nim(1, 1, 1)").misere().outcome()
        'P'
        """
        return Position._of(self._core.misere())

    def _ask(self, question: Callable[[Packed], T], limits: Limits) -> T:
        """A question within the limits; ``time`` also ends a callable that does not return."""
        packed = pack(limits)
        time = packed[0]
        if time is None or not self._core.is_called:
            return question(packed)
        from ._watch import watched

        return watched(time, lambda: question((clock(time), *packed[1:])))

    def _numbers(self) -> tuple[_grundy.Rules, list[int]] | None:
        """Where all components follow the same rules in Python, their numbers; in normal play equal ones cancel."""
        alone = self._core.alone() if self._core.is_called else None
        if alone is None:
            return None
        rules, counted = alone
        normal = self.convention == "normal"
        return rules, [number for number, copies in counted for _ in range(copies % 2 if normal else copies)]

    def solve(
        self, *, limit: SupportsIndex = 100, value: bool = False, guess: bool = False, **limits: Unpack[Limits]
    ) -> Answer:
        """Who wins, the value, the winning moves (``limit`` are listed), and what that rests on.

        ``value`` computes the value even where a theorem gives the outcome alone, ``guess`` gives a pattern that was
        only seen. Raises :class:`grundy.BudgetExceeded` with the incomplete answer where the limits do not suffice.
        """
        most = natural("limit", limit)
        text, deeds = self._ask(lambda packed: self._core.solve(most, value, guess, packed), limits)
        return complete(Answer(load(text), self, deeds))

    def outcome(self, **limits: Unpack[Limits]) -> Literal["N", "P", "D"]:
        """``"N"`` (the next player wins), ``"P"`` (the previous one) or ``"D"`` (draw)."""
        alone = self._numbers()
        if alone is not None:
            rules, numbers = alone
            misere = self.convention == "misere"
            return "N" if self._ask(lambda packed: rules.next_wins(numbers, misere, packed), limits) else "P"
        answer = complete(Answer(load(self._ask(lambda packed: self._core.outcome_and_value(False, packed), limits)), self))
        if answer.outcome is None:
            raise InputError("the outcome depends on `?`", suggestion="solve().unknown gives the numbers that fit")
        return answer.outcome

    def value(self, **limits: Unpack[Limits]) -> int:
        """The Grundy value. Misère play has none, and loopy positions may have none."""
        alone = self._numbers() if self.convention == "normal" else None
        if alone is not None:
            rules, numbers = alone
            return self._ask(lambda packed: rules.sum(numbers, packed), limits)
        answer = complete(Answer(load(self._ask(lambda packed: self._core.outcome_and_value(True, packed), limits)), self))
        if answer.value is None:
            if self.convention == "misere":
                raise InputError("misère play has no Grundy values", suggestion="outcome() says who wins")
            if answer._data.get("loopy") is not None or answer.outcome is not None:
                raise InputError("the position has no finite value", suggestion="solve() tells what it has")
            raise InputError("the value depends on `?`", suggestion="solve().unknown gives the numbers that fit")
        return answer.value

    def moves(self, *, limit: SupportsIndex = 100, **limits: Unpack[Limits]) -> Moves:
        """Every move with the value and the outcome that it leads to; ``limit`` are listed."""
        return self._listed(limit, False, limits)

    def winning_moves(self, *, limit: SupportsIndex = 100, **limits: Unpack[Limits]) -> Moves:
        """The moves that win: counted exactly, ``limit`` are listed."""
        return self._listed(limit, True, limits)

    def _listed(self, limit: SupportsIndex, winning: bool, limits: Limits) -> Moves:
        most = natural("limit", limit)
        text, deeds = self._ask(lambda packed: self._core.moves(most, winning, packed), limits)
        return complete(Moves(load(text), deeds))

    def play(self, move: object, **limits: Unpack[Limits]) -> Position:
        """The position after a move of this one (of :meth:`moves`, :meth:`winning_moves`, :meth:`solve`), or after the
        move that a text means: what a component becomes, as ``"kayles(2, 6)"``, or the whole position.

        Where several components can be moved to the same, the first one is. A move of another position is refused.

        >>> import grundy
        >>> position = grundy.Position("nim(3, 5)")
        >>> print(position.play(position.winning_moves()[0]))
        nim(3, 3)
        """
        if isinstance(move, Move) and move._deed is not None:
            return Position._of(self._core.play(move._deed))
        if self._core.is_called and not isinstance(move, (str, Move)):
            # an option itself
            texts = self._core.shown(move, pack(limits))
        else:
            texts = [move.position if isinstance(move, Move) else str(move)]
        limits = started(limits)
        for text in texts[:-1]:
            try:
                return self._played(text, limits)
            except InputError:
                pass
        return self._played(texts[-1], limits)

    def _played(self, text: str, limits: Limits) -> Position:
        return Position._of(self._ask(lambda packed: self._core.play_text(text, packed), limits))

    def explain(self, *, lang: Literal["en", "zh"] = "en", **limits: Unpack[Limits]) -> Explanation:
        """The reasons, step by step: options → values → mex, binary columns → xor → which move.

        With ``lang="zh"`` their HTML and LaTeX are Chinese; the data hold both languages.
        """
        data, html, latex = self._ask(lambda packed: self._core.explain(lang, packed), limits)
        return complete(Explanation(load(data), html, latex))

    def _reasons(self) -> str:
        """The reasons as HTML, for a card."""
        from ._cards import SECONDS

        return self.explain(time=SECONDS).html

    def _repr_html_(self) -> str:
        from ._cards import card_of

        return card_of(self)

    def _repr_latex_(self) -> str:
        try:
            return self.explain(time=10).latex
        except Error:
            return ""
