"""Certificates and b-files, checked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from ._games import Game
    from ._limits import Limits
    from ._types import JSON

from . import _grundy
from ._answers import Verdict
from ._limits import pack, started
from ._record import load
from .errors import InputError

#: How certificates begin.
_HEADS = (b"grundy certificate ", b"grundy automata certificate ")


def _bytes(source: str | bytes | PathLike[str]) -> bytes:
    """The text itself, or what stands in the file."""
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and "\n" in source:
        return source.encode()
    with open(source, "rb") as file:
        return file.read()


def verify(source: str | bytes | PathLike[str], game: Game | None, limits: Limits) -> Verdict:
    """Is a certificate valid, or a b-file right?"""
    text = _bytes(source)
    if game is not None:
        return _terms(text.decode("utf-8", "replace"), game, limits)
    if not text.startswith(_HEADS):
        raise InputError("this is not a certificate", suggestion="a b-file is checked against a game: game=")
    return Verdict(load(_grundy.verify(text, pack(limits))))


def _terms(text: str, game: Game, limits: Limits) -> Verdict:
    """A line is an index and a value; ``#`` begins a comment."""
    first, terms = 0, list[int]()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not all(word.isdecimal() for word in words):
            raise InputError(f"line {number} of the b-file is not an index and a value")
        at = int(words[0])
        if not terms:
            first = at
        elif at != first + len(terms):
            raise InputError(f"line {number} of the b-file: the index does not follow the one before")
        terms.append(int(words[1]))
    if not terms:
        raise InputError("the b-file holds no terms")
    limits = started(limits)
    right, size, done = None, 256, 0
    data: dict[str, JSON] = {"schema": 1, "game": game.text, "complete": True, "valid": True, "first_wrong": None}
    data.update({"expected": None, "found": None, "right_to": None})
    while done < len(terms):
        part = terms[done : done + size]
        table = game.table(first + done + len(part) - 1, start=first + done, **limits)
        for at, (said, value) in enumerate(zip(part, table.tolist()), first + done):
            if said != value:
                data.update({"valid": False, "first_wrong": at, "expected": value, "found": said})
                break
            right = at
        data["right_to"] = right
        data["evidence"] = table.evidence.to_dict()
        if not data["valid"]:
            break
        done, size = done + len(part), min(2 * size, 1 << 16)
    return Verdict(data)
