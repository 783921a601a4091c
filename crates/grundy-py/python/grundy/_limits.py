"""Budgets and progress: the keyword arguments that every question takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import timedelta
    from typing import Literal, Optional, Protocol, SupportsIndex, Union

    from typing_extensions import TypedDict

    #: Seconds, or as ``"30s"``.
    Time = Union[float, str, timedelta]
    #: How values of positions that fall apart are searched.
    Method = Literal["couples", "beling-rogalski", "proof-numbers", "mex"]
    #: Is told the engine, how much is done, and of how much.
    Progress = Callable[[str, int, Optional[int]], object]

    class Limits(TypedDict, total=False):
        """What a question may cost, who is told of its progress, and how values are searched."""

        time: Optional[Time]
        memory: Optional[Union[SupportsIndex, str]]
        nodes: Optional[Union[SupportsIndex, str]]
        threads: Optional[SupportsIndex]
        progress: Optional[Union[bool, Progress]]
        method: Optional[Method]

    class Bar(Protocol):
        """A bar of tqdm."""

        n: int

        def update(self, n: int) -> object: ...
        def close(self) -> object: ...

    #: The limits as the extension module takes them: time, memory, nodes, threads, progress, method.
    Packed = tuple[
        Optional["Clock"],
        Optional[Union[SupportsIndex, str]],
        Optional[Union[SupportsIndex, str]],
        Optional[SupportsIndex],
        Optional[Progress],
        Optional[Method],
    ]

from . import _grundy


class Clock(float):
    """Seconds that are left, and when they will be over: what a question in several parts is timed by."""

    __slots__ = ("end",)
    end: float


def clock(time: Time) -> Clock:
    """Starts a clock; one that runs already goes on."""
    from time import monotonic

    if isinstance(time, Clock):
        end = time.end
    else:
        seconds = time if isinstance(time, (int, float, str)) else time.total_seconds()
        end = monotonic() + _grundy.seconds(seconds)
    result = Clock(max(end - monotonic(), 0.0))
    result.end = end
    return result


def started(limits: Limits) -> Limits:
    """The same limits with a clock that runs, for questions in several parts."""
    time = limits.get("time")
    if time is None:
        return limits
    result = limits.copy()
    result["time"] = clock(time)
    return result


#: No limits but the default for memory.
NONE: Packed = (None, None, None, None, None, None)


class _Bar:
    """Progress as a bar of tqdm, made when there is something to tell."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

        self.make: Callable[..., Bar] = tqdm
        self.bar: Bar | None = None
        self.engine = ""
        self.of: int | None = None

    def __call__(self, engine: str, done: int, of: int | None) -> None:
        bar = self.bar
        if bar is None or self.engine != engine or self.of != of:
            self.close()
            bar = self.bar = self.make(total=of, desc=engine)
            self.engine, self.of = engine, of
        bar.update(done - bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()

    def __del__(self) -> None:
        self.close()


def pack(given: Limits | None) -> Packed:
    """The limits as the extension module takes them; refuses what it does not know."""
    if not given:
        return NONE
    unknown = given.keys() - {"time", "memory", "nodes", "threads", "progress", "method"}
    if unknown:
        name = sorted(unknown)[0]
        raise TypeError(
            f"unexpected keyword argument {name!r}; the limits are time, memory, nodes, threads, progress, method"
        )
    time = given.get("time")
    progress = given.get("progress")
    return (
        clock(time) if time is not None else None,
        given.get("memory"),
        given.get("nodes"),
        given.get("threads"),
        _Bar() if progress is True else None if progress is False or progress is None else progress,
        given.get("method"),
    )
