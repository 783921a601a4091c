"""Records: JSON objects with attributes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from ._types import JSON

    R = TypeVar("R", bound="Record")

from .errors import BudgetExceeded

#: Fields that are numbers; large ones are decimal text in JSON.
_NUMBERS = frozenset(
    "value count component moves_count preperiod period saltus last_exception computed_to checked_to previous next "
    "mex xor target unknown values loopy needed_nodes up_to heaps min max shift first_difference compared_to first_wrong "
    "expected found right_to largest number".split()
)
#: Fields that say how the work was done, and not what came out.
_WORK = frozenset(("cost", "engine"))


def integer(text: str) -> int:
    """Decimal digits of any number; :class:`int` itself refuses more than some thousands."""
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    shift: int = 10**half
    return integer(text[:-half]) * shift + integer(text[-half:])


def _number(value: JSON) -> JSON:
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return integer(value)
    if isinstance(value, list):
        return [_number(item) for item in value]
    return value


def _said(value: JSON) -> JSON:
    """What an object says, without how that was worked out."""
    if isinstance(value, dict):
        return {key: _said(inner) for key, inner in value.items() if key not in _WORK}
    if isinstance(value, list):
        return [_said(item) for item in value]
    return value


def copied(value: JSON) -> JSON:
    """A copy that shares nothing with the original."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value


class Record:
    """A JSON object with attributes; :meth:`to_dict` gives the object itself.

    Two are equal if they say the same; what it cost and which engine did it makes no difference.
    """

    __slots__ = ("_data",)
    _data: dict[str, JSON]
    #: The fields that `repr` shows; empty: all.
    _shown: tuple[str, ...] = ()
    #: The classes of fields that are objects, or lists of objects.
    _kinds: dict[str, type[Record]] = {}

    def __init__(self, data: dict[str, JSON]) -> None:
        self._data = data

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name.startswith("_"):
                raise AttributeError(name)
            try:
                value = self._data[name]
            except KeyError:
                raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self._data)}") from None
            if name in _NUMBERS:
                return _number(value)
            kind = self._kinds.get(name, Record)
            if isinstance(value, dict):
                return kind(value)
            if isinstance(value, list):
                return [kind(item) if isinstance(item, dict) else copied(item) for item in value]
            return value

    def to_dict(self) -> dict[str, JSON]:
        """The object as the program prints it with ``--json``, a copy: integers above 2^53 − 1 are decimal text."""
        return {key: copied(value) for key, value in self._data.items()}

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and _said(self._data) == _said(other._data)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self._data,))

    def __repr__(self) -> str:
        keys = [key for key in self._shown or self._data if key in self._data and key not in ("schema", "cost")]
        fields = [f"{key}={shortened(repr(getattr(self, key)))}" for key in keys]
        return f"{type(self).__name__}({', '.join(fields)})"


def shortened(text: str) -> str:
    """The first characters of what is too long to be shown."""
    return text if len(text) <= 80 else text[:76] + " …" + (text[-1] if text[-1] in "])}'\"" else "")


def load(text: str) -> dict[str, JSON]:
    """Reads JSON of the extension module."""
    from json import loads

    data: dict[str, JSON] = loads(text)
    return data


def complete(answer: R) -> R:
    """The answer, if nothing is missing; else an exception that carries it."""
    budget = answer._data.get("budget")
    if not isinstance(budget, dict):
        return answer
    raise BudgetExceeded.of(budget, answer)
