"""Types that programs name; imported when they are asked for."""

from collections.abc import Iterable
from typing import NoReturn, Protocol, Union

#: What JSON can say: what ``to_dict()`` gives.
JSON = Union[None, bool, int, float, str, list["JSON"], dict[str, "JSON"]]


class Rules(Protocol):
    """Rules of a game in Python.

    They may have ``split``, ``canonical``, ``size``, ``bound`` and ``pairing`` too: see :class:`grundy.Game`.
    """

    def options(self, position: NoReturn, /) -> Iterable[object]:
        """The options of a position."""
