"""Budgets and progress: the keyword arguments that every question takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Optional, Union

    from typing_extensions import TypedDict

    class Limits(TypedDict, total=False):
        """What a question may cost, and who is told of its progress."""

        time: Optional[Union[float, str]]
        memory: Optional[Union[int, str]]
        nodes: Optional[Union[int, str]]
        threads: Optional[int]
        progress: Optional[Union[bool, Callable[[str, int, Optional[int]], object]]]

from . import _grundy


class Clock(float):
    """Seconds that are left, and when they will be over: what a question in several parts is timed by."""

    __slots__ = ("end",)
    end: float


def clock(time: Any) -> Clock:
    """Starts a clock; one that runs already goes on."""
    from time import monotonic

    if isinstance(time, Clock):
        end = time.end
    else:
        if hasattr(time, "total_seconds"):
            time = time.total_seconds()
        end = monotonic() + _grundy.seconds(time)
    result = Clock(max(end - monotonic(), 0.0))
    result.end = end
    return result


def started(limits: Any) -> Any:
    """The same limits with a clock that runs, for questions in several parts."""
    if limits.get("time") is None:
        return limits
    return {**limits, "time": clock(limits["time"])}


#: No limits but the default for memory.
NONE = (None, None, None, None, None)


class _Bar:
    """Progress as a bar of tqdm, made when there is something to tell."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.engine = ""

    def __call__(self, engine: str, done: int, of: int | None) -> None:
        if self.bar is None or self.engine != engine or self.bar.total != of:
            self.close()
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

            self.bar = tqdm(total=of, desc=engine)
            self.engine = engine
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()

    def __del__(self) -> None:
        self.close()


def pack(given: Any) -> tuple[Any, Any, Any, Any, Any]:
    """The limits as the extension module takes them; refuses what it does not know."""
    if not given:
        return NONE
    unknown = given.keys() - {"time", "memory", "nodes", "threads", "progress"}
    if unknown:
        name = sorted(unknown)[0]
        raise TypeError(f"unexpected keyword argument {name!r}; the limits are time, memory, nodes, threads, progress")
    time = given.get("time")
    if time is not None:
        time = clock(time)
    progress = given.get("progress")
    if progress is True:
        progress = _Bar()
    elif progress is False:
        progress = None
    return (time, given.get("memory"), given.get("nodes"), given.get("threads"), progress)
