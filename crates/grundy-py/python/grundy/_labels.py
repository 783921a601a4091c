"""Labels of a graph that is in memory: a token stands on a vertex, a move follows an arc."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy

from . import _grundy
from ._answers import Evidence
from ._limits import pack
from ._numbers import natural
from .errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Literal, Protocol, SupportsIndex, Union

    import networkx  # type: ignore[import-untyped,unused-ignore]
    from numpy.typing import ArrayLike, NDArray

    from ._limits import Limits

    class Rows(Protocol):
        """A sparse matrix by rows, as SciPy has it: what is stored in row u are the arcs from u."""

        indptr: NDArray[numpy.integer]
        indices: NDArray[numpy.integer]
        shape: tuple[int, ...]

    Graph = Union["networkx.DiGraph[Hashable]", Rows, tuple[ArrayLike, ArrayLike]]


class Label(NamedTuple):
    """The labels of one vertex."""

    outcome: Literal["N", "P", "D"]
    #: The Grundy value; ``None`` where it is infinite, and in misère play.
    value: int | None
    #: The K of an infinite value ∞(K).
    loopy: list[int] | None
    #: How many moves the play lasts when the winner hurries; ``None``: a draw.
    remoteness: int | None


class Labels:
    """The labels of all vertices, as arrays: the answer of :func:`grundy.label`.

    ``labels[vertex]`` are those of one vertex.
    """

    #: The vertices in the order of the arrays: 0, 1, 2, …, or those of the graph of networkx.
    vertices: Sequence[Hashable]
    #: ``"N"``, ``"P"`` or ``"D"``.
    outcomes: NDArray[numpy.str_]
    #: Grundy values; −1 where the value is infinite, and in misère play.
    values: NDArray[numpy.int64]
    #: How many moves the play lasts when the winner hurries; −1: a draw.
    remoteness: NDArray[numpy.int64]
    convention: Literal["normal", "misere"]

    def __init__(
        self,
        vertices: Sequence[Hashable],
        arrays: tuple[NDArray[numpy.int64], ...],
        outcomes: NDArray[numpy.str_],
        misere: bool,
    ) -> None:
        self.vertices = vertices
        self.outcomes = outcomes
        self.values, self.remoteness, self._starts, self._sets = arrays
        self.convention = "misere" if misere else "normal"
        self._numbers: dict[Hashable, int] | None = None

    @property
    def evidence(self) -> Evidence:
        """Proved: every vertex and every arc was looked at."""
        by = "retrograde analysis of the whole graph"
        return Evidence({"status": "proved", "by": by, "theorems": [], "up_to": None, "references": []})

    @property
    def loopy(self) -> dict[Hashable, list[int]]:
        """The K of each vertex with an infinite value ∞(K)."""
        if self.convention == "misere":
            return {}
        return {self.vertices[at]: self._set(at) for at in numpy.flatnonzero(self.values < 0).tolist()}

    def _set(self, at: int) -> list[int]:
        numbers: list[int] = self._sets[self._starts[at] : self._starts[at + 1]].tolist()
        return numbers

    def __len__(self) -> int:
        return len(self.vertices)

    def __getitem__(self, vertex: Hashable) -> Label:
        at = self._at(vertex)
        value, remoteness = int(self.values[at]), int(self.remoteness[at])
        finite = value >= 0
        outcome: Literal["N", "P", "D"] = self.outcomes[at].item()
        loopy = None if finite or self.convention == "misere" else self._set(at)
        return Label(outcome, value if finite else None, loopy, remoteness if remoteness >= 0 else None)

    def _at(self, vertex: Hashable) -> int:
        if isinstance(self.vertices, range):
            at: int = getattr(vertex, "__index__", lambda: -1)()
            if not 0 <= at < len(self.vertices):
                raise KeyError(vertex)
            return at
        if self._numbers is None:
            self._numbers = {known: at for at, known in enumerate(self.vertices)}
        return self._numbers[vertex]

    def __repr__(self) -> str:
        counts = [f"{int(numpy.count_nonzero(self.outcomes == letter))} {letter}" for letter in "NPD"]
        return f"<labels of {len(self)} vertices: {', '.join(counts)}>"


def label(graph: Graph, vertices: SupportsIndex | None, misere: bool, limits: Limits) -> Labels:
    """The labels of a graph."""
    names, tails, heads = _arcs(graph, natural("vertices", vertices))
    letters, *arrays = _grundy.labels(len(names), tails, heads, misere, pack(limits))
    return Labels(names, tuple(arrays), letters.view("U1"), misere)


def _arcs(graph: object, vertices: int | None) -> tuple[Sequence[Hashable], NDArray[numpy.int64], NDArray[numpy.int64]]:
    """What the vertices are called, and the arcs between their numbers."""
    if hasattr(graph, "indptr") and hasattr(graph, "indices"):
        if getattr(graph, "format", "csr") != "csr":
            raise InputError("the matrix is stored by columns", suggestion="matrix.tocsr()")
        starts, heads = _integers("indptr", graph.indptr), _integers("indices", graph.indices)
        shape = getattr(graph, "shape", (len(starts) - 1,) * 2)
        if len(shape) != 2 or shape[0] != shape[1] or len(starts) != shape[0] + 1:
            raise InputError("the matrix of a graph has as many rows as columns")
        counts = numpy.diff(starts)
        if counts.size and (counts.min() < 0 or starts[0] != 0 or starts[-1] > len(heads)):
            raise InputError("indptr does not ascend from 0 to the number of arcs")
        return range(shape[0]), numpy.repeat(numpy.arange(shape[0]), counts), heads[: int(starts[-1])]
    if hasattr(graph, "is_directed") and hasattr(graph, "adj"):
        if not graph.is_directed():
            raise InputError("the edges of this graph have no direction", suggestion="graph.to_directed()")
        # the plain dictionaries behind the views are several times as fast
        return _of_networkx(getattr(graph, "_adj", graph.adj))
    if isinstance(graph, (tuple, list)) and len(graph) == 2:
        tails, heads = _integers("the tails", graph[0]), _integers("the heads", graph[1])
        if len(tails) != len(heads):
            raise InputError(f"there are {len(tails)} tails and {len(heads)} heads of arcs")
        largest = max((int(ends.max()) for ends in (tails, heads) if ends.size), default=-1)
        return range(largest + 1 if vertices is None else vertices), tails, heads
    raise InputError(
        "a graph is a networkx.DiGraph, a sparse matrix by rows, or two arrays (tails, heads)",
        suggestion="grundy.label(([1, 2], [0, 0]))",
    )


def _of_networkx(
    adjacent: Mapping[Hashable, Collection[Hashable]],
) -> tuple[Sequence[Hashable], NDArray[numpy.int64], NDArray[numpy.int64]]:
    from itertools import chain

    names = list(adjacent)
    counts = numpy.fromiter(map(len, adjacent.values()), numpy.int64, len(names))
    arcs, count = chain.from_iterable(adjacent.values()), int(counts.sum())
    tails = numpy.repeat(numpy.arange(len(names)), counts)
    # small integers are numbered by an array
    integers = [name for name in names if type(name) is int]
    if integers and len(integers) == len(names) and min(integers) >= 0 and max(integers) < 4 * len(names):
        numbers = numpy.zeros(4 * len(names), numpy.int64)
        numbers[numpy.array(integers)] = numpy.arange(len(names))
        return names, tails, numbers[numpy.fromiter(arcs, numpy.int64, count)]
    at = {name: at for at, name in enumerate(names)}
    return names, tails, numpy.fromiter(map(at.__getitem__, arcs), numpy.int64, count)


def _integers(what: str, given: object) -> NDArray[numpy.int64]:
    array = numpy.asarray(given)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InputError(f"{what} are not a row of integers")
    return numpy.ascontiguousarray(array, numpy.int64)
