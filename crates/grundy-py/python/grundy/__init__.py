"""Impartial combinatorial games: you write the rules, grundy tells who wins, which moves win, why, and how far that is
proved.

>>> import grundy
>>> answer = grundy.solve("take[1,3,4](21) + kayles(9)")
>>> answer.outcome, answer.value, str(answer.moves[0])
('N', 4, 'kayles(9) → kayles(4, 4)')
>>> answer.evidence.status
'proved'

Every question takes limits as keywords: ``time=`` (seconds, or ``"30s"``), ``memory=`` (bytes, or ``"4GiB"``),
``nodes=``, ``threads=``, and ``progress=`` (``True`` for a bar, or a callable with engine, done, of). Ctrl-C ends any
question. What goes wrong is an exception of the family :class:`Error`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal

    from typing_extensions import Unpack

    from ._arrays import Table
    from ._limits import Limits

from . import _grundy
from ._answers import Answer, Count, Evidence, Explanation, Finding, Guess, Move, Moves, Period, Proof, Record, complete, load
from ._games import Game, _natural
from ._grundy import Pieces, __version__
from ._limits import pack
from ._positions import Position
from .errors import BudgetExceeded, Error, InputError, ParseError, RuleError, Unsupported

__all__ = [
    "Answer",
    "BudgetExceeded",
    "Count",
    "Error",
    "Evidence",
    "Explanation",
    "Finding",
    "Game",
    "Guess",
    "InputError",
    "Move",
    "Moves",
    "ParseError",
    "Period",
    "Pieces",
    "Position",
    "Proof",
    "Record",
    "RuleError",
    "Unsupported",
    "__version__",
    "count",
    "explain",
    "guess",
    "mex",
    "moves",
    "nim_sum",
    "period",
    "pieces",
    "prove",
    "solve",
    "table",
]

#: Splits a board, a set of cells (row, column), into its connected pieces, each turned to one of its images; made for
#: ``canonical=``.
pieces = Pieces()


def _position(position: Position | str) -> Position:
    return position if isinstance(position, Position) else Position(position)


def _game(game: Game | str) -> Game:
    return game if isinstance(game, Game) else Game(game)


def solve(
    position: Position | str,
    *,
    limit: int = 100,
    value: bool = False,
    guess: bool = False,
    **limits: Unpack[Limits],
) -> Answer:
    """Who wins, the value, the winning moves, and what that rests on.

    >>> answer = solve("wythoff(4, 7)")
    >>> answer
    <wythoff(4, 7): outcome='P', value=0, moves=[], evidence=proved>
    >>> solve("nim(3, 5, ?)").unknown
    [6]
    >>> solve("misere kayles(9)").outcome
    'P'
    """
    return _position(position).solve(limit=limit, value=value, guess=guess, **limits)


def explain(position: Position | str, **limits: Unpack[Limits]) -> Explanation:
    """The reasons, step by step; also of ``mex(0, 1, 2, 4)``. Notebooks show them with binary columns.

    >>> explanation = explain("nim(5, 3)")
    >>> [step.kind for step in explanation.steps][-2:]
    ['columns', 'choose']
    >>> explain("mex(0, 1, 2, 4)").steps[-1].mex
    3
    """
    if isinstance(position, str) and position.lstrip()[:3].lower() == "mex":
        data, html, latex = _grundy.explain_mex(position, pack(limits))
        return complete(Explanation(load(data), html, latex))
    return _position(position).explain(**limits)


def moves(
    position: Position | str, *, winning: bool = False, limit: int = 100, **limits: Unpack[Limits]
) -> Moves:
    """Every move with the value it leads to; ``winning``: the winning ones.

    >>> [(str(move), move.value) for move in moves("take[1,3,4](4)")]
    [('take[1,3,4](4) → take[1,3,4](0)', 0), ('take[1,3,4](4) → take[1,3,4](1)', 1), ('take[1,3,4](4) → take[1,3,4](3)', 1)]
    """
    asked = _position(position)
    return asked.winning_moves(limit=limit, **limits) if winning else asked.moves(limit=limit, **limits)


def table(
    game: Game | str,
    to: int | tuple[int, ...] | None = None,
    *,
    start: int | tuple[int, ...] = 0,
    show: Literal["values", "outcomes", "p"] = "values",
    **limits: Unpack[Limits],
) -> Table:
    """Values, outcomes or P-positions of all places from ``start`` to ``to``, inclusive, as a NumPy array.

    The array owns the memory that the values were computed into. Two coordinates give a grid.

    >>> table("kayles", 11)
    Table([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
    >>> table("wythoff", (2, 3))
    Table([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5]])
    >>> table("misere kayles", 4, show="outcomes")
    Table(['N', 'P', 'N', 'N', 'P'], dtype='<U1')
    """
    return _game(game).table(to, start=start, show=show, **limits)


def period(game: Game | str, to: int | None = None, **limits: Unpack[Limits]) -> Period:
    """Preperiod, period and saltus of the values, with how far they are proved; looked for up to heap ``to`` (10^6).

    >>> found = period("kayles")
    >>> found.preperiod, found.period, found.evidence.status
    (71, 12, 'proved')
    """
    return _game(game).period(to, **limits)


def guess(game: Game | str, to: int | None = None, **limits: Unpack[Limits]) -> Guess:
    """What the first values suggest: formula, digits, period, P-positions, equal games; each with its evidence.

    >>> findings = guess("take[1..3]").findings
    >>> findings[0].evidence.status
    'proved'
    """
    return _game(game).guess(to, **limits)


def prove(
    position: Game | str, claim: str, to: int | None = None, **limits: Unpack[Limits]
) -> Proof:
    """Is a claim true of all positions of a game, or of a position with variables?

    The result is ``"proved"``, ``"refuted"`` with the smallest counterexample, or ``"checked"``.

    >>> bool(prove("take[1..3]", "g = n % 4"))
    True
    >>> prove("take[1..3]", "P: n % 5 = 0").counterexample.position
    [4]
    """
    about = position.text if isinstance(position, Game) else position
    return complete(Proof(load(_grundy.prove(about, claim, _natural("to", to), pack(limits)))))


def count(
    game: Game | str, heaps: int, max: int, *, min: int = 0, unordered: bool = False, **limits: Unpack[Limits]
) -> Count:
    """How many positions of ``heaps`` heaps, each from ``min`` to ``max``, are P-positions.

    >>> count("nim", 3, 7).previous
    64
    """
    return _game(game).count(heaps, max, min=min, unordered=unordered, **limits)


def mex(values: Iterable[int]) -> int:
    """The least natural number that is not among the values.

    >>> mex([0, 1, 2, 4])
    3
    """
    seen = set(map(_nimber, values))
    least = 0
    while least in seen:
        least += 1
    return least


def _nimber(value: Any) -> int:
    try:
        number: int = value.__index__()
    except (AttributeError, TypeError):
        number = -1
    if number < 0:
        raise InputError(f"{value!r} is no nimber; nimbers are 0, 1, 2, …")
    return number


def nim_sum(*values: int) -> int:
    """The sum of nimbers: addition in binary without carry.

    >>> nim_sum(13, 12, 8)
    9
    """
    total = 0
    for value in values:
        total ^= _nimber(value)
    return total


def __getattr__(name: str) -> Any:
    # NumPy is imported when it is needed
    if name == "Table":
        from ._arrays import Table

        return Table
    raise AttributeError(f"module 'grundy' has no attribute {name!r}")
