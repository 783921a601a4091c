"""Tables as NumPy arrays; imported when the first table is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy

from ._answers import Evidence
from ._limits import pack
from ._numbers import natural
from ._record import Record, load
from .errors import BudgetExceeded, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from ._games import Corner, Game
    from ._limits import Limits
    from ._types import JSON

S = TypeVar("S", bound=numpy.generic, covariant=True)


class About(Record):
    """The answer of a table without its cells."""

    __slots__ = ()
    _kinds = {"evidence": Evidence}
    game: str
    evidence: Evidence


class Table(numpy.ndarray[tuple[int, ...], numpy.dtype[S]]):
    """A NumPy array that knows where it comes from.

    Values are 64-bit integers (objects where they are larger), outcomes are letters, P-positions are rows of
    coordinates. ``array[n]`` is what belongs to the place ``start + n``.

    Evidence speaks of exactly these cells, so they cannot be changed, and whatever is computed from them, a slice and a
    copy too, is a plain array.

    >>> import grundy
    >>> values = grundy.table("kayles", 11)
    >>> values.evidence.status, values + 1
    ('proved', array([1, 2, 3, 4, 2, 5, 4, 3, 2, 5, 3, 7]))
    """

    #: The answer without its cells: ``game``, ``from``, ``to``, ``evidence``, ``cost``.
    answer: About
    #: How the program's JSON calls the cells: ``values``, ``outcomes`` or ``positions``.
    cells: str

    @property
    def evidence(self) -> Evidence:
        """What the table rests on."""
        return self.answer.evidence

    def to_dict(self) -> dict[str, JSON]:
        """The answer as the program prints it with ``--json``, a copy: integers above 2^53 − 1 are decimal text."""
        data: dict[str, JSON] = {}
        for key, value in self.answer.to_dict().items():
            if key == "evidence":
                data[self.cells] = _written(self.tolist())
            data[key] = value
        return data

    def __reduce__(self) -> tuple[object, ...]:
        return (_made, (self.copy(), self.answer, self.cells))

    def __copy__(self) -> Table[S]:
        return self

    def __deepcopy__(self, memo: object) -> Table[S]:
        return self

    if not TYPE_CHECKING:

        def _not_in_place(self, other):
            """`table += 1` makes a plain array of the name."""
            return NotImplemented

        __iadd__ = __isub__ = __imul__ = __ifloordiv__ = __itruediv__ = __imod__ = __ipow__ = _not_in_place
        __iand__ = __ior__ = __ixor__ = __ilshift__ = __irshift__ = _not_in_place

        def __array_ufunc__(self, function, method, *inputs, **options):
            return getattr(function, method)(*map(_plain, inputs), **_inside(options))

        def __array_function__(self, function, types, arguments, options):
            return function(*_inside(arguments), **_inside(options))


def _plain(value: object) -> object:
    return numpy.ndarray.view(value, numpy.ndarray) if isinstance(value, Table) else value


def _inside(value: object) -> object:
    """Arguments of a function, with plain arrays in place of tables, in lists too."""
    if isinstance(value, (tuple, list)):
        return type(value)(map(_inside, value)) if type(value) in (tuple, list) else value
    if isinstance(value, dict):
        return {key: _inside(inner) for key, inner in value.items()}
    return _plain(value)


def _on_plain(name: str) -> Callable[..., object]:
    method = getattr(numpy.ndarray, name)

    def call(self: object, *arguments: object, **options: object) -> object:
        result: object = method(_plain(self), *arguments, **options)
        return result

    call.__name__, call.__doc__ = name, method.__doc__
    return call


def _of_plain(name: str) -> property:
    return property(lambda table: getattr(_plain(table), name))


# what would make another table of the same class
for _name in (
    "__getitem__ argmax argmin argpartition argsort astype byteswap choose clip compress conj conjugate copy cumprod "
    "cumsum diagonal dot flatten max mean min nonzero prod ptp ravel repeat reshape round searchsorted squeeze std sum "
    "swapaxes take trace transpose var view all any"
).split():
    if hasattr(numpy.ndarray, _name):
        setattr(Table, _name, _on_plain(_name))
for _name in ("T", "flat", "imag", "real"):
    setattr(Table, _name, _of_plain(_name))


def _made(array: NDArray[numpy.generic], answer: About, cells: str) -> Table[numpy.generic]:
    # behind the table too, so that nobody can allow writing again
    array.flags.writeable = False
    table: Table[numpy.generic] = array.view(Table)
    table.answer = answer
    table.cells = cells
    return table


def _written(cells: object) -> JSON:
    if isinstance(cells, list):
        return [_written(cell) for cell in cells]
    if isinstance(cells, int):
        return str(cells) if cells > _EXACT else cells
    return str(cells)


#: How answers call what is shown.
_NAMES = {"values": "values", "outcomes": "outcomes", "p": "positions"}
#: Larger integers are decimal text in JSON.
_EXACT = (1 << 53) - 1


def _corner(name: str, given: Corner, coordinates: int) -> list[int]:
    numbers: Iterable[SupportsIndex] = given if isinstance(given, (tuple, list)) else [given]
    found = [natural(name, number) for number in numbers]
    return found * coordinates if len(found) == 1 and coordinates > 1 else found


def table(game: Game, to: Corner | None, start: Corner, show: str, limits: Limits) -> Table[numpy.generic]:
    """The table of a game."""
    core = game._core
    if core is None:
        from ._limits import clock, started
        from ._watch import watched

        limits = started(limits)
        time = limits.get("time")
        own = limits
        if time is None:
            return _own(game, to, start, show, own)
        return watched(clock(time), lambda: _own(game, to, start, show, own))
    coordinates = core.coordinates or (len(to) if isinstance(to, (tuple, list)) else 2)
    if to is None:
        to = 99 if coordinates == 1 else 12
    first = _corner("start", start, coordinates)
    last = _corner("to", to, coordinates)
    text, cells, width = core.table(first, last, show, pack(limits))
    data = load(text)
    for key in ("values", "outcomes", "positions"):
        data.pop(key, None)
    array: NDArray[numpy.generic]
    if isinstance(cells, str):
        array = numpy.array(cells).reshape(1).view("U1") if cells else numpy.array([], "U1")
    elif isinstance(cells, list):
        array = numpy.array(cells, object)
    else:
        array = cells
    if coordinates > 1 or (show == "p" and width > 1):
        array = array.reshape(-1, width) if width else array.reshape(0, coordinates)
    result = _made(array, About(data), _NAMES[show])
    budget = data.get("budget")
    if isinstance(budget, dict):
        raise BudgetExceeded.of(budget, result)
    return result


def _own(game: Game, to: Corner | None, start: Corner, show: str, limits: Limits) -> Table[numpy.generic]:
    """Places of rules in Python are numbers, or tuples of two."""
    last = _corner("to", 99 if to is None else to, 1)
    first = _corner("start", start, len(last))
    if len(last) > 2 or len(first) != len(last):
        raise InputError("a table of rules in Python has one or two coordinates")
    packed = pack(limits)
    ranges = [range(low, high + 1) for low, high in zip(first, last)]
    if not all(ranges):
        raise InputError("start= is beyond to=")
    places: Iterable[int | tuple[int, int]] = ranges[0]
    if len(ranges) == 2:
        places = ((a, b) for a in ranges[0] for b in ranges[1])

    def value(place: int | tuple[int, int]) -> int:
        return game._ask(lambda rules, packed: rules.value(place, packed), packed)

    array: NDArray[numpy.generic]
    if show == "p":
        found = [place for place in places if value(place) == 0]
        array = numpy.array(found, numpy.int64).reshape((-1, 2) if len(ranges) == 2 else -1)
    elif show in ("values", "outcomes"):
        values = numpy.fromiter(map(value, places), numpy.int64).reshape([len(numbers) for numbers in ranges])
        array = values if show == "values" else numpy.where(values == 0, "P", "N")
    else:
        raise InputError(f"show={show!r}: values, outcomes or p")
    data: dict[str, JSON] = {
        "game": game.text,
        "convention": "normal",
        "from": _told(first),
        "to": _told(last),
        "evidence": game._evidence(),
    }
    return _made(array, About(data), _NAMES[show])


def _told(corner: list[int]) -> JSON:
    """A corner as the program's JSON writes it."""
    return _written(corner[0] if len(set(corner)) == 1 else list(corner))
