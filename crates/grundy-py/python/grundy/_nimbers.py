"""mex, and nim arithmetic on integers below 2^128 and on arrays of integers below 2^64."""

from __future__ import annotations

from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex, Union, overload

    import numpy
    from numpy.typing import NDArray

    Number = Union[int, numpy.integer]
    Array = NDArray[numpy.integer]
    Numbers = Union[Number, Array]

from . import _grundy as core
from .errors import InputError


def nimber(value: object, below: int | None = 128) -> int:
    """The value as an integer from 0 on, below 2 to the power of ``below``."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(f"{value!r} is not a nimber; nimbers are 0, 1, 2, …")
    if below is not None and number >> below:
        raise InputError(f"{value!r} is not a nimber below 2^{below}")
    return number


def mex(values: Iterable[SupportsIndex]) -> int:
    """The least natural number that is not among the values.

    >>> mex([0, 1, 2, 4])
    3
    """
    seen = {nimber(value, None) for value in values}
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(*values: SupportsIndex) -> int:
    """The sum of nimbers: addition in binary without carry.

    >>> nim_sum(13, 12, 8)
    9
    """
    total = 0
    for value in values:
        total ^= nimber(value, None)
    return total

def nim_value(text: str) -> int | list[int]:
    """The value of an expression of nim arithmetic: ``+ * / ^``, ``sqrt``, ``inv``, ``order``, ``log(base, a)``,
    ``mex``; of ``solve(x^2 + x = 5)`` the list of solutions.

    >>> nim_value("3*5 + 7^-1")
    4
    >>> nim_value("solve(x^2 + x = 1)")
    [2, 3]
    """
    numbers, several = core.nimber_expression(text)
    return numbers if several else numbers[0]


if TYPE_CHECKING:

    @overload
    def nim_product(a: Number, b: Number) -> int: ...
    @overload
    def nim_product(a: Array, b: Numbers) -> NDArray[numpy.uint64]: ...
    @overload
    def nim_product(a: Number, b: Array) -> NDArray[numpy.uint64]: ...


def nim_product(a: Numbers, b: Numbers) -> int | NDArray[numpy.uint64]:
    """The nim product; of arrays number by number, as NumPy's own products are.

    >>> nim_product(3, 5)
    15
    >>> import numpy
    >>> nim_product(numpy.arange(4), 2)
    array([0, 2, 3, 1], dtype=uint64)
    """
    return _operation("product", a, b, "")


if TYPE_CHECKING:

    @overload
    def nim_quotient(a: Number, b: Number) -> int: ...
    @overload
    def nim_quotient(a: Array, b: Numbers) -> NDArray[numpy.uint64]: ...
    @overload
    def nim_quotient(a: Number, b: Array) -> NDArray[numpy.uint64]: ...


def nim_quotient(a: Numbers, b: Numbers) -> int | NDArray[numpy.uint64]:
    """The number whose nim product with ``b`` is ``a``; of arrays number by number.

    >>> nim_quotient(15, 5)
    3
    """
    return _operation("quotient", a, b, "0 has no inverse")


if TYPE_CHECKING:

    @overload
    def nim_sqrt(a: Number) -> int: ...
    @overload
    def nim_sqrt(a: Array) -> NDArray[numpy.uint64]: ...


def nim_sqrt(a: Numbers) -> int | NDArray[numpy.uint64]:
    """The only number whose nim square is ``a``; of an array number by number.

    >>> nim_sqrt(9)
    15
    """
    return _operation("root", a, 0, "")


def nim_power(a: SupportsIndex, exponent: SupportsIndex) -> int:
    """``a`` to the power of an ordinary integer, below 2^127 in size.

    >>> nim_power(7, -1)
    11
    """
    number, times = nimber(a), index(exponent)
    if times.bit_length() > 126:
        raise InputError(f"the exponent {times} is not between -2^126 and 2^126")
    power = core.nimber_power(number, times)
    if power is None:
        raise InputError("0 has no inverse")
    return power


def nim_order(a: SupportsIndex) -> int:
    """The least k > 0 for which ``a`` to the power of k is 1.

    >>> nim_order(6)
    15
    """
    order = core.nimber_order(nimber(a))
    if order is None:
        raise InputError("no power of 0 is 1")
    return order


def nim_log(base: SupportsIndex, a: SupportsIndex) -> int:
    """The least k >= 0 for which ``base`` to the power of k is ``a``.

    >>> nim_log(4, 6)
    2
    """
    return core.nimber_log(nimber(base), nimber(a))


def _operation(what: str, a: Numbers, b: Numbers, none: str) -> int | NDArray[numpy.uint64]:
    result: int | NDArray[numpy.uint64] | None
    if hasattr(a, "__index__") and not _shaped(a) and hasattr(b, "__index__") and not _shaped(b):
        result = core.nimber_operation(what, nimber(a), nimber(b))
    else:
        import numpy

        left, right = numpy.broadcast_arrays(_array(a), _array(b))
        flat = [numpy.ascontiguousarray(side).reshape(-1) for side in (left, right)]
        result = core.nimber_operations(what, *flat)
        if result is not None:
            result = result.reshape(left.shape)
    if result is None:
        raise InputError(none)
    return result


def _shaped(value: object) -> bool:
    return bool(getattr(value, "shape", ()))


def _array(value: Numbers) -> NDArray[numpy.uint64]:
    import numpy

    array = numpy.asarray(value)
    if array.dtype == object:
        array = numpy.array([nimber(one, 64) for one in array.reshape(-1)], numpy.uint64).reshape(array.shape)
    if not numpy.issubdtype(array.dtype, numpy.integer):
        raise InputError(f"an array of {array.dtype} is not one of integers")
    if array.size and array.min() < 0:
        raise InputError(f"{array.min()} is not a nimber")
    return array.astype(numpy.uint64)
