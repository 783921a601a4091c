"""Game graphs: explored breadth first, for networkx, and drawn as SVG."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    import networkx  # type: ignore[import-untyped,unused-ignore]

    from ._games import Game

from ._answers import _escape
from ._limits import pack
from ._positions import Position
from .errors import InputError


class Graph:
    """Vertices in the order in which they were met, each with value and outcome, and the numbers of its options."""

    def __init__(self) -> None:
        self.vertices: list[Any] = []
        self.values: list[int | None] = []
        self.outcomes: list[str | None] = []
        self.options: list[list[int]] = []


def explore(game: Game, start: tuple[Any, ...], limit: int, limits: Any) -> Graph:
    """The graph from a position on."""
    if len(start) == 1 and isinstance(start[0], Position) and game._core is not None:
        return _explore_text(start[0], limit, limits)
    if game._core is not None:
        return _explore_text(game(*start), limit, limits)
    return _explore_own(game, start, limit, limits)


def _too_many(limit: int) -> InputError:
    return InputError(f"the graph has more than {limit} vertices", suggestion="a smaller start, or a larger limit=")


def _explore_text(start: Position, limit: int, limits: Any) -> Graph:
    graph = Graph()
    numbers = {str(start): 0}
    graph.vertices.append(str(start))
    misere = start.convention == "misere"
    graph.values.append(None if misere else start.value(**limits))
    graph.outcomes.append(start.outcome(**limits))
    at = 0
    while at < len(graph.vertices):
        listed = Position(graph.vertices[at]).moves(limit=limit + 1, **limits)
        if listed.moves_truncated:
            raise _too_many(limit)
        row: list[int] = []
        for move in listed:
            known = numbers.get(move.position)
            if known is None:
                known = numbers[move.position] = len(numbers)
                if known >= limit:
                    raise _too_many(limit)
                graph.vertices.append(move.position)
                graph.values.append(move.value)
                graph.outcomes.append(move.outcome)
            if known not in row:
                row.append(known)
        graph.options.append(row)
        at += 1
    return graph


def _explore_own(game: Game, start: tuple[Any, ...], limit: int, limits: Any) -> Graph:
    from ._own import OwnPosition, Sum

    packed = pack(limits)
    if len(start) == 1 and isinstance(start[0], OwnPosition):
        _, numbers = start[0]._numbers()
    else:
        numbers = game._place(start, packed)
    graph = Graph()
    sums = [tuple(sorted(numbers))]
    known = {sums[0]: 0}
    at = 0
    while at < len(sums):
        sum_ = sums[at]
        value = 0
        for one in game._ask("values", list(sum_), limits=packed):
            value ^= one
        places = [game._ask("position", part, limits=packed) for part in sum_]
        graph.vertices.append(places[0] if len(places) == 1 else Sum(places))
        graph.values.append(value)
        graph.outcomes.append("N" if value else "P")
        row: list[int] = []
        for i, part in enumerate(sum_):
            for option in game._ask("options", part, limits=packed):
                after = tuple(sorted([*sum_[:i], *sum_[i + 1 :], *option]))
                number = known.get(after)
                if number is None:
                    number = known[after] = len(sums)
                    if number >= limit:
                        raise _too_many(limit)
                    sums.append(after)
                if number not in row:
                    row.append(number)
        graph.options.append(row)
        at += 1
    return graph


def to_networkx(graph: Graph) -> networkx.DiGraph[Any]:
    """The graph for networkx."""
    try:
        import networkx
    except ImportError:
        raise ImportError("Game.graph needs the package networkx: pip install networkx") from None

    result: networkx.DiGraph[Any] = networkx.DiGraph()
    for vertex, value, outcome in zip(graph.vertices, graph.values, graph.outcomes):
        result.add_node(vertex, value=value, outcome=outcome)
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
    ".P rect{fill:#bfe3c8}.N rect{fill:#dde6f7}rect{stroke:#444;rx:6px}path{fill:none;stroke:#8a8a8a}"
)


def draw(graph: Graph) -> str:
    """Layers by the length of the longest play: a move goes downwards. P-positions are green, N-positions blue."""
    count = len(graph.vertices)
    depth: list[int | None] = [None] * count
    stack = [0]
    while stack:
        vertex = stack[-1]
        missing = [option for option in graph.options[vertex] if depth[option] is None]
        if depth[vertex] is None and missing:
            if len(stack) > count:
                raise InputError("a graph with cycles has no layers")
            stack.extend(missing[:1])
            continue
        stack.pop()
        depth[vertex] = max((1 + (depth[option] or 0) for option in graph.options[vertex]), default=0)
    deepest = max(d or 0 for d in depth)
    layers: list[list[int]] = [[] for _ in range(deepest + 1)]
    for vertex in range(count):
        layers[deepest - (depth[vertex] or 0)].append(vertex)
    labels = []
    for vertex in range(count):
        name = str(graph.vertices[vertex])
        name = name if len(name) <= 28 else name[:27] + "…"
        value = graph.values[vertex]
        labels.append(name + (f" : {value}" if value is not None else f" : {graph.outcomes[vertex]}"))
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
        'style="fill:#fff;stroke:none"/>'
    ]
    for vertex in range(count):
        for option in graph.options[vertex]:
            top, bottom = y[vertex] + _HIGH / 2, y[option] - _HIGH / 2
            middle = (top + bottom) / 2
            out.append(
                f'<path d="M{x[vertex]:.1f} {top:.1f}C{x[vertex]:.1f} {middle:.1f} {x[option]:.1f} {middle:.1f} '
                f'{x[option]:.1f} {bottom:.1f}"/>'
            )
    for vertex in range(count):
        out.append(
            f'<g class="{graph.outcomes[vertex]}"><rect x="{x[vertex] - widths[vertex] / 2:.1f}" '
            f'y="{y[vertex] - _HIGH / 2:.1f}" width="{widths[vertex]}" height="{_HIGH}"/>'
            f'<text x="{x[vertex]:.1f}" y="{y[vertex] + 5:.1f}">{_clean(labels[vertex])}</text></g>'
        )
    out.append("</svg>")
    return "".join(out)


def _clean(text: str) -> str:
    return _escape("".join(c if c.isprintable() else "\ufffd" for c in text))
