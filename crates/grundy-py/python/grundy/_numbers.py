"""Integers of any kind, NumPy's too, as Python's; and their decimal digits."""

from __future__ import annotations

from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex, overload

from .errors import InputError

if TYPE_CHECKING:

    @overload
    def natural(name: str, value: SupportsIndex) -> int: ...
    @overload
    def natural(name: str, value: SupportsIndex | None) -> int | None: ...


def natural(name: str, value: SupportsIndex | None) -> int | None:
    """An argument that is a number below 2^64."""
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise InputError(f"{name}={value!r} is not an integer from 0 to 2^64 - 1")
    return number


def copies(value: SupportsIndex) -> int:
    """A number of copies; raises :class:`TypeError` for what is no integer."""
    number = index(value)
    if number < 0:
        raise InputError("a number of copies is 0, 1, 2, …")
    return number


def digits(number: int) -> str:
    """Decimal digits of any number; :func:`str` itself refuses more than some thousands."""
    if number.bit_length() <= 10_000:
        return str(number)
    half = number.bit_length() // 7
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).rjust(half, "0")
