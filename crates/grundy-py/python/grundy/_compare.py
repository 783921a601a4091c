"""Two games compared, and a program against a game."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Literal, Union

    from ._games import Game
    from ._limits import Limits
    from ._types import JSON

    #: What a program may say: who wins, as a word, a letter or a truth value, or the Grundy value.
    Said = Union[str, bool, int]

from ._answers import Same, Stress
from ._limits import clock, pack, started
from ._record import complete, load
from .errors import BudgetExceeded, Error, InputError

#: Rules in Python are compared up to here, where nothing is said.
_COMPARED = 200


def same(left: Game, right: Game, to: int | None, limits: Limits) -> Same:
    """Have both games the same values?"""
    if left._core is not None and right._core is not None:
        return complete(Same(load(left._core.same(right._core, to, pack(limits)))))
    limits = started(limits)
    to = _COMPARED if to is None else to
    first, second = left.table(to, **limits), right.table(to, **limits)
    different = [n for n, equal in enumerate((first == second).tolist()) if not equal]
    data: dict[str, JSON] = {
        "schema": 1,
        "games": [left.text, right.text],
        "complete": True,
        "equal": not different,
        "first_difference": different[0] if different else None,
        "values": [int(first[different[0]]), int(second[different[0]])] if different else None,
        "compared_to": different[0] if different else to,
        "evidence": (left if left._core is None else right)._evidence() if different else _checked(to),
    }
    return Same(data)


def _checked(to: int) -> dict[str, JSON]:
    by = f"values compared up to heap {to}"
    return {"status": "checked", "by": by, "theorems": [], "up_to": to, "references": []}


#: Words of programs that mean that the next player wins, and that the previous one does.
_WINS = frozenset("n next first win wins true yes alice".split())
_LOSES = frozenset("p previous second lose loses false no bob".split())
#: Sizes on which programs like to fail: where bits, bytes and words end, and beyond.
_EDGES = [1 << k for k in (7, 8, 10, 15, 16, 20, 31, 32, 53, 62)]
#: A position may cost the library so many positions before it is passed over.
_NODES = 1_000_000
#: A call that takes so much longer than the rest is called hanging.
_HANGS = 1.0


def _cases(heaps: int | None, most: int | None, own: bool, seed: int) -> Iterator[tuple[int, ...]]:
    """Positions to try: all small ones, then equal heaps and large ones, then random ones for ever."""
    from itertools import product
    from random import Random

    lengths = [heaps] if heaps is not None else [1, 2, 3]
    room = {1: 60, 2: 24, 3: 12}
    for length in lengths:
        for total in range(min(room.get(length, 8), length * most if most is not None else 60) + 1):
            for numbers in product(range(total + 1), repeat=length - 1):
                last = total - sum(numbers)
                if last >= 0 and (most is None or max(*numbers, last, 0) <= most):
                    yield (*numbers, last)
    top = most if most is not None else 300
    edges = [n + d for n in _EDGES for d in (-1, 0, 1) if n + d <= (most if most is not None else 0 if own else 1 << 63)]
    for n in edges:
        for length in lengths:
            yield (n,) * length
            yield (*range(1, length), n)
    draw = Random(seed)
    while True:
        length = draw.choice(lengths if heaps is not None else [1, 2, 3, 4])
        pool = edges if edges and draw.random() < 0.1 else None
        yield tuple(draw.choice(pool) if pool else draw.randint(0, top) for _ in range(length))


def stress(
    game: Game,
    program: Callable[..., Said],
    positions: Iterable[tuple[int, ...]] | None,
    heaps: int | None,
    most: int | None,
    answers: Literal["auto", "values", "outcomes"],
    seconds: float,
    seed: int,
    limits: Limits,
) -> Stress:
    """Looks for the smallest position on which the program errs."""
    from time import monotonic

    from ._watch import watched

    if answers not in ("auto", "values", "outcomes"):
        raise InputError(f"answers={answers!r}: auto, values or outcomes")
    core = game._core
    misere = core is not None and core.convention == "misere"
    if core is not None and core.shape == "tuple":
        heaps = core.coordinates
    if core is not None and core.shape in ("text", "positions", "vertex") and positions is None:
        raise InputError(f"positions of {game.text} are not drawn", suggestion="positions=")
    cases = iter(positions) if positions is not None else _cases(heaps, most, core is None, seed)
    tried = 0
    at: tuple[tuple[int, ...], float] | None = None
    nodes: Limits = {**limits, "nodes": limits.get("nodes") or _NODES}

    def truth(numbers: tuple[int, ...]) -> tuple[str, int | None] | None:
        try:
            if misere:
                return game(*numbers).outcome(**nodes), None
            value = game(*numbers).value(**nodes)
            return ("N" if value else "P"), value
        except (BudgetExceeded, InputError):
            # too dear, or no place of the game
            return None

    def wrong(numbers: tuple[int, ...]) -> dict[str, JSON] | None:
        nonlocal tried, at
        right = truth(numbers)
        if right is None:
            return None
        at = (numbers, monotonic())
        tried += 1
        try:
            said = program(*numbers)
        except Exception as raised:
            at = None
            return _mistake(numbers, right, None, f"{type(raised).__name__}: {raised}")
        # what ends the call from outside does not come here
        at = None
        as_value = isinstance(said, int) and not isinstance(said, bool) and answers != "outcomes" and not misere
        if answers == "values" or as_value:
            good = isinstance(said, int) and int(said) == right[1]
        else:
            good = _winner(said) == right[0]
        return None if good else _mistake(numbers, right, said, None)

    def search() -> dict[str, JSON] | None:
        end = monotonic() + seconds
        for numbers in cases:
            found = wrong(numbers)
            if found is not None:
                return found if positions is not None else _smaller(numbers, found, wrong, end)
            if monotonic() >= end:
                return None
        return None

    try:
        found = watched(clock(seconds + 2 * _HANGS), search)
    except BudgetExceeded:
        if at is None or monotonic() - at[1] < _HANGS:
            raise
        found = _mistake(at[0], None, None, "it did not return in time")
    data: dict[str, JSON] = {"schema": 1, "game": game.text, "tried": tried, "found": found is not None}
    for key in ("position", "expected", "value", "said", "error"):
        data[key] = found[key] if found is not None else None
    return Stress(data)


def _winner(said: Said) -> str | None:
    """``"N"`` or ``"P"``, as the program said it."""
    if isinstance(said, str):
        word = said.strip().lower()
        return "N" if word in _WINS else "P" if word in _LOSES else None
    try:
        return "N" if said else "P"
    except Exception:
        return None


def _mistake(
    numbers: tuple[int, ...], right: tuple[str, int | None] | None, said: Said | None, error: str | None
) -> dict[str, JSON]:
    shown = said if isinstance(said, (str, bool, int)) or said is None else repr(said)
    return {
        "position": list(map(int, numbers)),
        "expected": right[0] if right is not None else None,
        "value": right[1] if right is not None else None,
        "said": shown,
        "error": error,
    }


def _smaller(
    numbers: tuple[int, ...],
    found: dict[str, JSON],
    wrong: Callable[[tuple[int, ...]], dict[str, JSON] | None],
    end: float,
) -> dict[str, JSON]:
    """The mistake at smaller numbers, as long as there is one."""
    from time import monotonic

    improved = True
    while improved and monotonic() < end:
        improved = False
        for at, n in enumerate(numbers):
            for less in dict.fromkeys((0, n // 2, n - n // 4, n - 1)):
                if not 0 <= less < n:
                    continue
                smaller = (*numbers[:at], less, *numbers[at + 1 :])
                try:
                    better = wrong(smaller)
                except Error:
                    better = None
                if better is not None:
                    numbers, found, improved = smaller, better, True
                    break
            if improved:
                break
    return found
