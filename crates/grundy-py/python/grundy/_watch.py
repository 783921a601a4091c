"""Ends a callable that does not return when its time is up: an exception is raised where it is.

A callable that sits in one long call into C notices when that call returns.
"""

from __future__ import annotations

import ctypes
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._limits import clock
from .errors import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from ._limits import Time

    T = TypeVar("T")

#: The engine looks at the clock itself; so much later it is the callable that does not return.
_GRACE = 0.05


#: When the watch of this thread ends, if there is one.
_watched = threading.local()


class Late(BaseException):
    """The time is up. No :class:`Exception`, so that callables do not swallow it."""


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    value = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)


def watched(time: Time | None, work: Callable[[], T]) -> T:
    """Does the work, and ends it with :class:`BudgetExceeded` when the time is up.

    Nothing is done about the time where it is watched already. :class:`Late` may arrive anywhere until the watch is over,
    also while another exception is on its way: so it is caught outside of everything.
    """
    if time is None:
        return work()
    running = clock(time)
    before: float | None = getattr(_watched, "end", None)
    if before is not None and before <= running.end:
        return work()
    try:
        _watched.end = running.end
        with _late(running):
            return work()
    except Late:
        raise BudgetExceeded("time", "rules in Python") from None
    finally:
        _watched.end = before


@contextmanager
def _late(seconds: float) -> Iterator[None]:
    """Raises :class:`Late` in this thread when the time is up."""
    thread = threading.get_ident()
    over = threading.Event()
    lock = threading.Lock()

    def late() -> None:
        if not over.wait(seconds + _GRACE):
            with lock:
                if not over.is_set():
                    _raise_in(thread, Late)

    watcher = threading.Thread(target=late, daemon=True, name="grundy-watch")
    watcher.start()
    try:
        yield
    finally:
        with lock:
            over.set()
        # what was raised a moment too late is taken back
        _raise_in(thread, None)
