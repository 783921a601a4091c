"""Impartial combinatorial games: you write the rules, grundy tells who wins, which moves win, why, and how far that is
proved.

>>> import grundy
>>> answer = grundy.solve("take[1,3,4](21) + kayles(9)")
>>> answer.outcome, answer.value, str(answer.moves[0])
('N', 4, 'kayles(9) → kayles(4, 4)')
>>> answer.evidence.status
'proved'

Every question takes limits as keywords: ``time=`` (seconds, or ``"30s"``), ``memory=`` (bytes, or ``"4GiB"``),
``nodes=``, ``threads=``, and ``progress=`` (``True`` for a bar, or a callable with engine, done, of). ``method=`` says
how values of boards are searched. Ctrl-C ends any question. What goes wrong is an exception of the family
:class:`Error`.
"""

from __future__ import annotations

from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from os import PathLike
    from typing import Literal, SupportsIndex, overload

    import numpy
    from typing_extensions import Unpack

    from ._arrays import Table
    from ._compare import Said
    from ._games import Corner
    from ._labels import Graph, Label, Labels
    from ._limits import Limits
    from ._types import JSON

from . import _grundy
from ._answers import (
    Answer,
    Component,
    Cost,
    Count,
    Counterexample,
    Entry,
    EqualGame,
    Evidence,
    Explanation,
    Finding,
    Guess,
    Move,
    Moves,
    Period,
    Problem,
    Program,
    Proof,
    Quotient,
    Row,
    Same,
    Step,
    Stress,
    SweepRow,
    Verdict,
)
from ._games import Game
from ._grundy import Pieces, __version__
from ._limits import pack, started
from ._nimbers import mex, nim_log, nim_order, nim_power, nim_product, nim_quotient, nim_sqrt, nim_sum, nim_value
from ._numbers import natural
from ._positions import Position
from ._record import Record, complete, load
from .errors import BudgetExceeded, Error, InputError, ParseError, RuleError, Unsupported

__all__ = [
    "Answer",
    "BudgetExceeded",
    "Component",
    "Cost",
    "Count",
    "Counterexample",
    "Entry",
    "EqualGame",
    "Error",
    "Evidence",
    "Explanation",
    "Finding",
    "Game",
    "Guess",
    "InputError",
    "JSON",
    "Label",
    "Labels",
    "Move",
    "Moves",
    "ParseError",
    "Period",
    "Pieces",
    "Position",
    "Problem",
    "Program",
    "Proof",
    "Quotient",
    "Record",
    "Row",
    "RuleError",
    "Same",
    "Step",
    "Stress",
    "SweepRow",
    "Table",
    "Unsupported",
    "Verdict",
    "__version__",
    "catalogue",
    "count",
    "describe",
    "emit",
    "explain",
    "guess",
    "label",
    "mex",
    "moves",
    "nim_log",
    "nim_order",
    "nim_power",
    "nim_product",
    "nim_quotient",
    "nim_sqrt",
    "nim_sum",
    "nim_value",
    "period",
    "pieces",
    "problem",
    "problems",
    "prove",
    "same",
    "solve",
    "stress",
    "sweep",
    "table",
    "verify",
]

#: Splits a board, a set of cells (row, column), into its connected pieces, each turned to one of its images; made for
#: ``canonical=``.
pieces = Pieces()


def _position(position: Position | str, limits: Limits) -> Position:
    return position if isinstance(position, Position) else Position(position, **limits)


def _game(game: Game | str, limits: Limits) -> Game:
    return game if isinstance(game, Game) else Game(game, **limits)


def solve(
    position: Position | str,
    *,
    limit: SupportsIndex = 100,
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
    limits = started(limits)
    return _position(position, limits).solve(limit=limit, value=value, guess=guess, **limits)


def explain(
    position: Position | str, *, lang: Literal["en", "zh"] = "en", **limits: Unpack[Limits]
) -> Explanation:
    """The reasons, step by step; also of ``mex(0, 1, 2, 4)``. Notebooks show them with binary columns.

    With ``lang="zh"`` their HTML and LaTeX are Chinese; the data hold both languages.

    >>> explanation = explain("nim(5, 3)")
    >>> [step.kind for step in explanation.steps if step.kind != "say"][:2]
    ['columns', 'choose']
    >>> explain("mex(0, 1, 2, 4)").steps[-1].mex
    3
    """
    if isinstance(position, str) and position.lstrip()[:3].lower() == "mex":
        data, html, latex = _grundy.explain_mex(position, lang, pack(limits))
        return complete(Explanation(load(data), html, latex))
    limits = started(limits)
    return _position(position, limits).explain(lang=lang, **limits)


def moves(
    position: Position | str, *, winning: bool = False, limit: SupportsIndex = 100, **limits: Unpack[Limits]
) -> Moves:
    """Every move with the value it leads to; ``winning``: the winning ones.

    >>> [(str(move), move.value) for move in moves("take[1,3,4](4)")]
    [('take[1,3,4](4) → take[1,3,4](0)', 0), ('take[1,3,4](4) → take[1,3,4](1)', 1), ('take[1,3,4](4) → take[1,3,4](3)', 1)]
    """
    limits = started(limits)
    asked = _position(position, limits)
    return asked.winning_moves(limit=limit, **limits) if winning else asked.moves(limit=limit, **limits)


if TYPE_CHECKING:

    @overload
    def table(
        game: Game | str,
        to: Corner | None = None,
        *,
        start: Corner = 0,
        show: Literal["values", "p"] = "values",
        **limits: Unpack[Limits],
    ) -> Table[numpy.int64]: ...
    @overload
    def table(
        game: Game | str,
        to: Corner | None = None,
        *,
        start: Corner = 0,
        show: Literal["outcomes"],
        **limits: Unpack[Limits],
    ) -> Table[numpy.str_]: ...


def table(
    game: Game | str,
    to: Corner | None = None,
    *,
    start: Corner = 0,
    show: Literal["values", "outcomes", "p"] = "values",
    **limits: Unpack[Limits],
) -> Table[numpy.generic]:
    """Values, outcomes or P-positions of all places from ``start`` to ``to``, inclusive, as a NumPy array.

    The array owns the memory that the values were computed into. Two coordinates give a grid. It carries its
    ``evidence`` and cannot be written to; what is computed from it, sliced or copied is a plain array.

    >>> table("kayles", 11)
    Table([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
    >>> table("wythoff", (2, 3))
    Table([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5]])
    >>> table("misere kayles", 4, show="outcomes")
    Table(['N', 'P', 'N', 'N', 'P'], dtype='<U1')
    """
    limits = started(limits)
    return _game(game, limits).table(to, start=start, show=show, **limits)


def period(
    game: Game | str, to: SupportsIndex | None = None, *, certificate: bool = False, **limits: Unpack[Limits]
) -> Period:
    """Preperiod, period and saltus of the values, with how far they are proved; looked for up to heap ``to`` (10^6).

    ``certificate=True`` writes the proof down as a text that :func:`verify` checks.

    >>> found = period("kayles", certificate=True)
    >>> found.preperiod, found.period, found.evidence.status
    (71, 12, 'proved')
    >>> verify(found.certificate).valid
    True
    """
    limits = started(limits)
    return _game(game, limits).period(to, certificate=certificate, **limits)


def guess(game: Game | str, to: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Guess:
    """What the first values suggest: formula, digits, period, P-positions, equal games; each with its evidence.

    >>> findings = guess("take[1..3]").findings
    >>> findings[0].evidence.status
    'proved'
    """
    limits = started(limits)
    return _game(game, limits).guess(to, **limits)


def prove(
    position: Game | str,
    claim: str,
    to: SupportsIndex | None = None,
    *,
    certificate: bool = False,
    **limits: Unpack[Limits],
) -> Proof:
    """Is a claim true of all positions of a game, or of a position with variables?

    The result is ``"proved"``, ``"refuted"`` with the smallest counterexample, or ``"checked"``. ``certificate=True``
    writes the proof down, where it rests on automata or on a period: a text that :func:`verify` checks.

    >>> bool(prove("take[1..3]", "g = n % 4"))
    True
    >>> prove("take[1..3]", "P: n % 5 = 0").counterexample.position
    [4]
    """
    about = position.text if isinstance(position, Game) else position
    text, proof, why = _grundy.prove(about, claim, natural("to", to), certificate, pack(limits))
    return complete(Proof(load(text), proof, why))


def count(
    game: Game | str,
    heaps: SupportsIndex,
    max: SupportsIndex,
    *,
    min: SupportsIndex = 0,
    unordered: bool = False,
    **limits: Unpack[Limits],
) -> Count:
    """How many positions of ``heaps`` heaps, each from ``min`` to ``max``, are P-positions.

    >>> count("nim", 3, 7).previous
    64
    """
    limits = started(limits)
    return _game(game, limits).count(heaps, max, min=min, unordered=unordered, **limits)


def same(game: Game | str, other: Game | str, to: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Same:
    """Have two games the same values? True if no difference was found; ``evidence`` says how far that is known.

    Rules in Python are compared up to heap ``to`` (200).

    >>> same("kayles", "0.77")
    Same(games=['kayles', '0.77'], equal=True, first_difference=None, values=None, compared_to=10000)
    >>> bool(same("kayles", "dawsonskayles")), same("kayles", "dawsonskayles").first_difference
    (False, 1)
    """
    limits = started(limits)
    return _game(game, limits).same(other, to, **limits)


def emit(
    game: Game | str,
    language: Literal["cpp", "c", "python", "rust", "java"] = "python",
    *,
    style: Literal["auto", "table", "dfs"] = "auto",
    max: SupportsIndex | None = None,
    moves: bool = False,
    **limits: Unpack[Limits],
) -> Program:
    """A self-contained program for what is known of a game, which answers numbers up to ``max``; where they are
    wanted, with a function that lists the winning moves.

    >>> program = emit("take[1..3]", "c")
    >>> "return n % 4;" in program.code, program.style
    (True, 'formula')
    """
    limits = started(limits)
    return _game(game, limits).emit(language, style=style, max=max, moves=moves, **limits)


def verify(
    source: str | bytes | PathLike[str], game: Game | str | None = None, **limits: Unpack[Limits]
) -> Verdict:
    """Is a certificate valid? It is a text, or the name of a file; the check shares no code with the search.

    With ``game`` the source is a b-file (an index and a value a line), and is compared with the game's values.

    >>> verify("0 0\\n1 1\\n2 2\\n3 4\\n", "kayles")
    Verdict(game='kayles', complete=True, valid=False, first_wrong=3, expected=3, found=4, right_to=2, evidence=Evidence(status='proved', by='table up to 3', up_to=None))
    """
    from ._check import verify

    limits = started(limits)
    return verify(source, None if game is None else _game(game, limits), limits)


def stress(
    game: Game | str,
    program: Callable[..., Said],
    *,
    positions: Iterable[tuple[int, ...]] | None = None,
    heaps: SupportsIndex | None = None,
    max: SupportsIndex | None = None,
    answers: Literal["auto", "values", "outcomes"] = "auto",
    seconds: float = 5,
    seed: int = 1,
    **limits: Unpack[Limits],
) -> Stress:
    """Looks for the smallest position on which a function errs: small ones, equal and large heaps, then random ones.

    The function gets the numbers of a position, ``program(3, 5)``, and returns the Grundy value, or who wins: a truth
    value (the next player wins), ``"N"``, ``"P"``, ``"first"``, ``"second"``. It is tried on 1 to 4 heaps, or on exactly
    ``heaps`` of them, up to ``max``, for so many ``seconds``; or on your own ``positions``.

    >>> stress("nim", lambda *heaps: sum(heaps) > 0)
    <nim: wrong at 1, 1: said True; right is P with value 0>
    >>> stress("kayles", lambda n: n % 12, heaps=1).position
    [4]
    """
    from ._compare import stress

    given = natural("heaps", heaps), natural("max", max)
    limits = started(limits)
    return stress(_game(game, limits), program, positions, *given, answers, seconds, seed, limits)


def sweep(family: str, to: SupportsIndex = 10_000, **limits: Unpack[Limits]) -> Iterator[SweepRow]:
    """A row for each game of a family: its period with how far that is proved, the largest value, a fingerprint.

    Periods are looked for up to heap ``to``. The limits hold for each row, ``time`` for all of them.

    >>> for row in sweep("take[S] for S subset of {1..2}"):
    ...     print(row.game, row.period, row.status)
    take[{}] 1 proved
    take[1] 2 proved
    take[2] 4 proved
    take[1,2] 3 proved
    """
    games, limits, last = _grundy.Family.parse(family), started(limits), natural("to", to)
    for number in range(games.size()):
        yield SweepRow(load(games.row(number, last, pack(limits))))


def label(
    graph: Graph, *, vertices: SupportsIndex | None = None, misere: bool = False, **limits: Unpack[Limits]
) -> Labels:
    """Labels every vertex of a graph: a token stands on a vertex, a move follows an arc, and who has none loses.

    The graph is a ``networkx.DiGraph``, a sparse matrix by rows as SciPy's CSR (what is stored in row u are the arcs from
    u), or two arrays, the tails and the heads of the arcs, on ``vertices`` vertices (as many as the arcs name). The play
    need not end.

    >>> labels = label(([1, 2, 2, 3, 4], [0, 0, 1, 4, 3]))
    >>> labels.outcomes, labels.values
    (array(['P', 'N', 'N', 'D', 'D'], dtype='<U1'), array([ 0,  1,  2, -1, -1]))
    >>> labels[2], labels.loopy
    (Label(outcome='N', value=2, loopy=None, remoteness=1), {3: [], 4: []})
    """
    from ._labels import label

    return label(graph, vertices, misere, limits)


def catalogue() -> list[Entry]:
    """The games that have a name, in English and Chinese, with rule, example and sources.

    >>> [entry.name for entry in catalogue() if entry.built][:4]
    ['nim', 'take', 'kayles', 'rims']
    """
    return [Entry(load(text)) for text in _grundy.catalogue()]


def describe(name: str) -> Entry:
    """A game of the catalogue, by any of its names or a judge's problem; ``print`` shows its rule.

    >>> print(describe("Kayles"))
    kayles — Kayles
    Knock down one skittle or two neighbours of a row, which may leave two rows.
    kayles(9)
    """
    text = _grundy.described(name)
    if text is not None:
        return Entry(load(text))
    if _grundy.problem(name) is not None:
        raise InputError(f"{name!r} is no game of the catalogue", suggestion=f"grundy.problem({name!r})")
    raise InputError(f"no game is called {name!r}", suggestion="grundy.catalogue() has all names")


def problems() -> list[Problem]:
    """The problems of judges of which the game is known.

    >>> len(problems()) > 70
    True
    """
    return [Problem(load(text)) for text in _grundy.problems()]


def problem(name: str) -> Problem:
    """A problem of a judge, by its number or its title: which game it is, and how it is asked about.

    >>> print(problem("HDU 1848"))
    HDU 1848 — Fibonacci again and again
    Three heaps; take a Fibonacci number from one.
    take[fibs](1, 4, 1)
    """
    text = _grundy.problem(name)
    if text is not None:
        return Problem(load(text))
    raise InputError(f"no problem is called {name!r}", suggestion="grundy.problems() has all")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # NumPy is imported when it is needed
        if name == "Table":
            from ._arrays import Table

            return Table
        if name in ("Label", "Labels"):
            from . import _labels

            return getattr(_labels, name)
        if name == "JSON":
            from ._types import JSON

            return JSON
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
