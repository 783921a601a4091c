"""Tables as NumPy arrays; imported when the first table is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ._answers import Evidence, Record, load
from ._limits import pack
from .errors import BudgetExceeded, InputError

if TYPE_CHECKING:
    from ._games import Game


class Table(numpy.ndarray):  # type: ignore[type-arg,unused-ignore]
    """A NumPy array that knows where it comes from.

    Values are 64-bit integers (objects where they are larger), outcomes are letters, P-positions are rows of
    coordinates. ``array[n]`` is what belongs to the place ``start + n``.
    """

    #: The answer without its cells: ``game``, ``from``, ``to``, ``evidence``, ``cost``.
    answer: Record | None
    #: How the program's JSON calls the cells: ``values``, ``outcomes`` or ``positions``.
    cells: str

    def __array_finalize__(self, other: Any) -> None:
        self.answer = getattr(other, "answer", None)
        self.cells = getattr(other, "cells", "values")

    @property
    def evidence(self) -> Evidence:
        """What the table rests on."""
        if self.answer is None:
            raise AttributeError("this array was not made by grundy.table")
        evidence: Evidence = self.answer.evidence
        return evidence

    def to_dict(self) -> dict[str, Any]:
        """The answer as the program prints it with ``--json``: integers above 2^53 − 1 are decimal text.

        A part of a table, or what was computed from it, is told with the corners of the whole.
        """
        if self.answer is None:
            raise AttributeError("this array was not made by grundy.table")
        data: dict[str, Any] = {}
        for key, value in self.answer.to_dict().items():
            if key == "evidence":
                data[self.cells] = _written(self.tolist())
            data[key] = value
        return data


def _written(cells: Any) -> Any:
    if isinstance(cells, list):
        return [_written(cell) for cell in cells]
    return str(cells) if isinstance(cells, int) and cells > _EXACT else cells


#: How answers call what is shown.
_NAMES = {"values": "values", "outcomes": "outcomes", "p": "positions"}
#: Larger integers are decimal text in JSON.
_EXACT = (1 << 53) - 1


def _corner(name: str, given: Any, coordinates: int) -> list[int]:
    numbers = list(given) if isinstance(given, (tuple, list)) else [given]
    for n in numbers:
        if not isinstance(n, (int, numpy.integer)) or not 0 <= n < 1 << 64:
            raise InputError(f"{name}={given!r} is no corner of a table: coordinates are 0, 1, 2, …")
    return numbers * coordinates if len(numbers) == 1 and coordinates > 1 else numbers


def table(game: Game, to: Any, start: Any, show: str, limits: Any) -> Table:
    """The table of a game."""
    core = game._core
    if core is None:
        from ._limits import started
        from ._watch import watched

        limits = started(limits)
        result: Table = watched(limits.get("time"), lambda: _own(game, to, start, show, limits))
        return result
    coordinates = core.coordinates or (len(to) if isinstance(to, (tuple, list)) else 2)
    if to is None:
        to = 99 if coordinates == 1 else 12
    first = _corner("start", start, coordinates)
    last = _corner("to", to, coordinates)
    text, cells, width = core.table(first, last, show, pack(limits))
    data = load(text)
    for key in ("values", "outcomes", "positions"):
        data.pop(key, None)
    if isinstance(cells, str):
        array = numpy.array(cells).reshape(1).view("U1") if cells else numpy.array([], "U1")
    else:
        array = numpy.asarray(cells) if not isinstance(cells, list) else numpy.array(cells, object)
    if coordinates > 1 or (show == "p" and width > 1):
        array = array.reshape(-1, width) if width else array.reshape(0, coordinates)
    result = array.view(Table)
    result.answer = Record(data)
    result.cells = _NAMES[show]
    budget = data.get("budget")
    if budget is not None:
        raise BudgetExceeded.of(budget, result)
    return result


def _own(game: Game, to: Any, start: Any, show: str, limits: Any) -> Table:
    """Places of rules in Python are numbers, or tuples of two."""
    if to is None:
        to = 99
    pair = isinstance(to, (tuple, list))
    if pair and len(to) != 2:
        raise InputError("a table has one or two coordinates")
    last = _corner("to", to, 1)
    first = _corner("start", start, len(last))
    packed = pack(limits)
    if pair:
        places: Any = [(a, b) for a in range(first[0], last[0] + 1) for b in range(first[1], last[1] + 1)]
    else:
        places = range(first[0], last[0] + 1)
    if len(places) == 0:
        raise InputError("the table is empty: start is above to")
    if show == "p":
        found = [place for place in places if game._ask("value", place, limits=packed) == 0]
        array = numpy.array(found, numpy.int64).reshape(-1, 2) if pair else numpy.array(found, numpy.int64)
    else:
        values = numpy.fromiter((game._ask("value", place, limits=packed) for place in places), numpy.int64)
        if pair:
            values = values.reshape(last[0] - first[0] + 1, -1)
        if show == "values":
            array = values
        elif show == "outcomes":
            array = numpy.where(values == 0, "P", "N")
        else:
            raise InputError(f"show={show!r}: values, outcomes or p")
    from ._own import _evidence

    result = array.view(Table)
    result.cells = _NAMES[show]
    result.answer = Record({"game": game.text, "convention": "normal", "from": start, "to": to, "evidence": _evidence()})
    return result
