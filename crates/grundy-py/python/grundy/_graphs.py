"""Game graphs: explored breadth first, for networkx, and drawn as SVG."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    import networkx  # type: ignore[import-untyped,unused-ignore]

    from ._games import Game

from . import _grundy
from ._answers import _escape
from ._limits import pack, started
from ._positions import Position
from .errors import InputError


class Graph:
    """Vertices in the order in which they were met, the numbers of their options, and the labels of each."""

    def __init__(self, vertices: list[Any], names: list[str], options: list[list[int]]) -> None:
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


def explore(game: Game, start: tuple[Any, ...], limit: int, limits: Any) -> Graph:
    """The graph from a position on, with its labels."""
    misere = False
    limits = started(limits)
    if game._core is not None:
        position = start[0] if len(start) == 1 and isinstance(start[0], Position) else game(*start)
        misere = position.convention == "misere"
        graph = _explore_text(position, limit, limits)
    else:
        misere = len(start) == 1 and isinstance(start[0], Position) and start[0].convention == "misere"
        from ._watch import watched

        graph = watched(limits.get("time"), lambda: _explore_own(game, start, limit, limits))
    graph.outcomes, graph.values, graph.loopy, graph.remoteness = _grundy.labels(graph.options, misere, pack(limits))
    return graph


def _too_many(limit: int) -> InputError:
    return InputError(
        f"the graph has more than {limit} vertices, or very many moves for so few",
        suggestion="a smaller start, or a larger limit=",
    )


def _explore_text(start: Position, limit: int, limits: Any) -> Graph:
    if type(start) is not Position:
        raise InputError("the graph of rules in Python is asked of their own game")
    found = start._core.graph(limit, pack(limits))
    if found is None:
        raise _too_many(limit)
    names, short, options = found
    return Graph(names, short, options)


def _explore_own(game: Game, start: tuple[Any, ...], limit: int, limits: Any) -> Graph:
    from ._own import OwnPosition, Sum

    packed = pack(limits)
    if len(start) == 1 and isinstance(start[0], OwnPosition):
        own, numbers = start[0]._numbers()
        if own is not game and numbers:
            raise InputError("the position belongs to another game, or to several")
    else:
        numbers = game._place(start, packed)
    vertices: list[Any] = []
    rows: list[list[int]] = []
    sums = [tuple(sorted(numbers))]
    known = {sums[0]: 0}
    at = 0
    while at < len(sums):
        sum_ = sums[at]
        places = [game._ask("position", part, limits=packed) for part in sum_]
        vertices.append(places[0] if len(places) == 1 else Sum(places))
        row: dict[int, None] = {}
        for i, part in enumerate(sum_):
            if i and sum_[i - 1] == part:
                continue
            for option in game._ask("options", part, limits=packed):
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


def to_networkx(graph: Graph) -> networkx.DiGraph[Any]:
    """The graph for networkx."""
    try:
        import networkx
    except ImportError:
        raise ImportError("Game.graph needs the package networkx: pip install networkx") from None

    result: networkx.DiGraph[Any] = networkx.DiGraph()
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


#: Distances of vertices in a picture.
_ACROSS, _DOWN, _HIGH = 24, 84, 30
_STYLE = (
    "text{font:13px ui-monospace,monospace;text-anchor:middle;fill:#111}"
    ".P rect{fill:#bfe3c8}.N rect{fill:#dde6f7}.D rect{fill:#f7ecc6}rect{stroke:#444;rx:6px}path{fill:none;stroke:#8a8a8a}"
)


def _depths(options: list[list[int]]) -> list[int]:
    """The length of the longest play from each vertex; moves that lead back to where the play came from are left out."""
    depths = [-1] * len(options)
    waits = [False] * len(options)
    for start in range(len(options)):
        stack = [(start, iter(options[start]))] if depths[start] < 0 else []
        while stack:
            vertex, left = stack[-1]
            waits[vertex] = True
            option = next((o for o in left if depths[o] < 0 and not waits[o]), None)
            if option is not None:
                stack.append((option, iter(options[option])))
                continue
            stack.pop()
            waits[vertex] = False
            depths[vertex] = 1 + max((depths[option] for option in options[vertex]), default=-1)
    return depths


def _label(graph: Graph, vertex: int) -> str:
    name = graph.names[vertex]
    name = name if len(name) <= 28 else name[:27] + "…"
    value, loopy = graph.values[vertex], graph.loopy[vertex]
    if loopy is not None:
        return f"{name} : ∞({', '.join(map(str, loopy)) or '∅'})"
    return f"{name} : {graph.outcomes[vertex] if value is None else value}"


def draw(graph: Graph) -> str:
    """Layers by the length of the longest play: a move goes downwards, and back where the play need not end.

    P-positions are green, N-positions blue, draws yellow.
    """
    count = len(graph.vertices)
    depth = _depths(graph.options)
    deepest = max(depth)
    layers: list[list[int]] = [[] for _ in range(deepest + 1)]
    for vertex in range(count):
        layers[deepest - depth[vertex]].append(vertex)
    labels = [_label(graph, vertex) for vertex in range(count)]
    widths = [16 + 8 * len(label) for label in labels]
    spans = [sum(widths[v] + _ACROSS for v in layer) - _ACROSS for layer in layers]
    whole = max(spans) + 2 * _ACROSS
    x: list[float] = [0.0] * count
    y: list[float] = [0.0] * count
    for row, layer in enumerate(layers):
        # below the middle of who leads there
        if row:
            leads: dict[int, list[float]] = {v: [] for v in layer}
            for above in [v for upper in layers[:row] for v in upper]:
                for option in graph.options[above]:
                    if option in leads:
                        leads[option].append(x[above])
            layer.sort(key=lambda v: sum(leads[v]) / len(leads[v]) if leads[v] else 0.0)
        left = (whole - spans[row]) / 2
        for v in layer:
            x[v] = left + widths[v] / 2
            y[v] = _HIGH / 2 + _ACROSS + row * _DOWN
            left += widths[v] + _ACROSS
    height = 2 * _ACROSS + _HIGH + deepest * _DOWN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:.0f}" height="{height}" '
        f'viewBox="0 0 {whole:.0f} {height}"><style>{_STYLE}</style><rect width="100%" height="100%" '
        'style="fill:#fff;stroke:none"/><defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" '
        'markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#8a8a8a"/></marker></defs>'
    ]
    for vertex in range(count):
        for option in graph.options[vertex]:
            out.append(f'<path d="{_arc(x[vertex], y[vertex], x[option], y[option])}" marker-end="url(#to)"/>')
    for vertex in range(count):
        out.append(
            f'<g class="{graph.outcomes[vertex]}"><rect x="{x[vertex] - widths[vertex] / 2:.1f}" '
            f'y="{y[vertex] - _HIGH / 2:.1f}" width="{widths[vertex]}" height="{_HIGH}"/>'
            f'<text x="{x[vertex]:.1f}" y="{y[vertex] + 5:.1f}">{_clean(labels[vertex])}</text></g>'
        )
    out.append("</svg>")
    return "".join(out)


def _arc(x: float, y: float, to_x: float, to_y: float) -> str:
    """The path of a move."""
    half = _HIGH / 2
    if to_y > y:
        middle = (y + to_y) / 2
        return f"M{x:.1f} {y + half:.1f}C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y - half:.1f}"
    # back, or to itself: out above and in from above, beside the others
    top = min(y, to_y) - _DOWN / 2
    return f"M{x - 9:.1f} {y - half:.1f}C{x - 30:.1f} {top:.1f} {to_x + 30:.1f} {top:.1f} {to_x + 9:.1f} {to_y - half:.1f}"


def _clean(text: str) -> str:
    return _escape("".join(c if c.isprintable() else "\ufffd" for c in text))
