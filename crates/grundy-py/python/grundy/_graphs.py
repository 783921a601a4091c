"""Game graphs: explored breadth first, for networkx, and drawn as SVG."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from os import PathLike

    import networkx  # type: ignore[import-untyped,unused-ignore]

    from ._games import Game
    from ._limits import Limits

from . import _grundy
from ._limits import clock, pack, started
from ._positions import Position
from .errors import InputError


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


class Graph:
    """Vertices in the order in which they were met, the numbers of their options, and the labels of each."""

    def __init__(self, vertices: Sequence[Hashable], names: list[str], options: list[list[int]]) -> None:
        self.vertices = vertices
        #: Names for pictures.
        self.names = names
        self.options = options
        #: Letters, ``D`` for draws.
        self.outcomes = ""
        #: Finite values; ``None`` where the value is infinite, and in misère play.
        self.values: list[int | None] = []
        #: The K of infinite values ∞(K).
        self.loopy: list[list[int] | None] = []
        #: How many moves the play lasts when the winner hurries; ``None`` for draws.
        self.remoteness: list[int | None] = []


def explore(game: Game, start: tuple[Hashable, ...], limit: int, limits: Limits) -> Graph:
    """The graph from a position on, with its labels."""
    limits = started(limits)
    position = start[0] if len(start) == 1 and isinstance(start[0], Position) else None
    if game._core is not None:
        position = position or game(*start)
        graph = _explore_text(position, limit, limits)
    else:
        time, own = limits.get("time"), limits
        if time is None:
            graph = _explore_own(game, start, limit, limits)
        else:
            from ._watch import watched

            graph = watched(clock(time), lambda: _explore_own(game, start, limit, own))
    _label(graph, position is not None and position.convention == "misere", limits)
    return graph


def _label(graph: Graph, misere: bool, limits: Limits) -> None:
    import numpy

    from ._labels import label

    tails = numpy.repeat(numpy.arange(len(graph.options)), [len(row) for row in graph.options])
    heads = numpy.array([option for row in graph.options for option in row], numpy.int64)
    labels = [*map(label((tails, heads), len(graph.options), misere, limits).__getitem__, range(len(graph.options)))]
    graph.outcomes = "".join(label.outcome for label in labels)
    graph.values = [label.value for label in labels]
    graph.loopy = [label.loopy for label in labels]
    graph.remoteness = [label.remoteness for label in labels]


def _too_many(limit: int) -> InputError:
    return InputError(
        f"the graph has more than {limit} vertices, or very many moves for so few",
        suggestion="a smaller start, or a larger limit=",
    )


def _explore_text(start: Position, limit: int, limits: Limits) -> Graph:
    if start._core.is_called:
        raise InputError("the graph of rules in Python is asked of their own game")
    found = start._core.graph(limit, pack(limits))
    if found is None:
        raise _too_many(limit)
    names, short, options = found
    return Graph(names, short, options)


def _explore_own(game: Game, start: tuple[Hashable, ...], limit: int, limits: Limits) -> Graph:
    packed = pack(limits)
    if len(start) == 1 and isinstance(start[0], Position):
        alone = start[0]._core.alone()
        if alone is None or alone[0] is not game._rules:
            raise InputError("the position belongs to another game, or to several")
        numbers = [number for number, copies in alone[1] for _ in range(copies)]
    else:
        numbers = game._place(start, packed)

    def place(part: int) -> Hashable:
        return game._ask(lambda rules, packed: rules.position(part, packed), packed)

    def options(part: int) -> list[list[int]]:
        return game._ask(lambda rules, packed: rules.options(part, packed), packed)

    vertices: list[Hashable] = []
    rows: list[list[int]] = []
    sums = [tuple(sorted(numbers))]
    known = {sums[0]: 0}
    at = 0
    while at < len(sums):
        sum_ = sums[at]
        places = [place(part) for part in sum_]
        vertices.append(places[0] if len(places) == 1 else Sum(places))
        row: dict[int, None] = {}
        for i, part in enumerate(sum_):
            if i and sum_[i - 1] == part:
                continue
            for option in options(part):
                after = tuple(sorted([*sum_[:i], *sum_[i + 1 :], *option]))
                number = known.get(after)
                if number is None:
                    number = known[after] = len(sums)
                    if number >= limit:
                        raise _too_many(limit)
                    sums.append(after)
                row[number] = None
        rows.append(list(row))
        at += 1
    return Graph(vertices, list(map(str, vertices)), rows)


def to_networkx(graph: Graph) -> networkx.DiGraph[Hashable]:
    """The graph for networkx."""
    try:
        import networkx
    except ImportError:
        raise ImportError("Game.graph needs the package networkx: pip install networkx") from None

    result: networkx.DiGraph[Hashable] = networkx.DiGraph()
    labels = zip(graph.vertices, graph.outcomes, graph.values, graph.loopy, graph.remoteness)
    for vertex, outcome, value, loopy, remoteness in labels:
        result.add_node(vertex, outcome=outcome, value=value, loopy=loopy, remoteness=remoteness)
    for vertex, options in zip(graph.vertices, graph.options):
        result.add_edges_from((vertex, graph.vertices[option]) for option in options)
    return result


class Picture:
    """An SVG picture that notebooks show."""

    #: The text of the picture.
    svg: str

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return f"<SVG picture of {len(self.svg)} bytes>"


def draw(graph: Graph) -> str:
    """Layers by the length of the longest play: a move goes downwards, and back where the play need not end."""

    def words(vertex: int) -> str:
        outcome, value, loopy = graph.outcomes[vertex], graph.values[vertex], graph.loopy[vertex]
        if loopy is not None:
            return f"{outcome} ∞({', '.join(map(str, loopy)) or '∅'})"
        return outcome if value is None else f"{outcome} {value}"

    labels = [words(vertex) for vertex in range(len(graph.vertices))]
    rows = [sorted(row) for row in graph.options]
    return _grundy.picture(f"all play from {graph.names[0]}", graph.names, labels, graph.outcomes, rows)
