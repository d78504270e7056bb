# SPDX-License-Identifier: MIT
"""Calling the library: texts in and out, errors as exceptions, one thread at a time per object, and calls that Ctrl+C can end."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, TypeVar

from ._native import ffi, lib

_T = TypeVar("_T")


class AbaxError(ValueError):
    """What the library refused, as one sentence that names what is wrong.

    ``id`` is stable and never translated; ``rule`` is the id of the rule that forbids an attempt, or empty.
    """

    def __init__(self, sentence: str, id: str = "", rule: str = "") -> None:
        super().__init__(sentence)
        self.id = id
        self.rule = rule


class IllegalAction(AbaxError):
    """The rules forbid the action; ``rule`` tells which one."""


class HiddenError(AbaxError):
    """It needs what a seat's view does not know."""


class GameOver(AbaxError):
    """The game is over, so nothing can be played or searched."""


class Busy(AbaxError):
    """The engine or player is at work in another thread; give each thread one of its own."""


_KINDS: dict[int, type[AbaxError]] = {
    lib.ABAX_ILLEGAL: IllegalAction,
    lib.ABAX_HIDDEN: HiddenError,
    lib.ABAX_OVER: GameOver,
}


def text_of(pointer: Any) -> str:
    """A C string as text; empty for NULL."""
    return "" if pointer == ffi.NULL else str(ffi.string(pointer).decode("utf-8", "replace"))


def bytes_of(text: Optional[str]) -> Any:
    """Text for the library; it cannot hold NUL."""
    if text is None:
        return ffi.NULL
    if not isinstance(text, str):
        raise TypeError(f"a text is wanted, not {type(text).__name__}")
    if "\0" in text:
        raise AbaxError("a text cannot have a NUL in it")
    return text.encode()


def exception_of(error: Any) -> AbaxError:
    """The exception for an error."""
    kind = _KINDS.get(error.code, AbaxError)
    return kind(text_of(error.sentence), text_of(error.id), text_of(error.rule))


def checked(call: Any, *arguments: Any) -> Any:
    """Calls a function whose last argument is an error; what is false or NULL raises."""
    error = ffi.new("abax_error *")
    answer = call(*arguments, error)
    if not answer:
        raise exception_of(error)
    return answer


def written(call: Callable[..., int], *arguments: Any, capacity: int = 1024) -> str:
    """Calls a function that writes text to a buffer, with a buffer that is large enough."""
    error = ffi.new("abax_error *")
    while True:
        buffer = ffi.new("char[]", capacity)
        needed = call(*arguments, buffer, capacity, error)
        if needed == 0:
            raise exception_of(error)
        if needed <= capacity:
            return text_of(buffer)
        capacity = needed


def number(value: int, name: str, least: int, most: int) -> int:
    """A whole number within bounds, or an AbaxError that names it."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    value = value.__index__()
    if not least <= value <= most:
        raise AbaxError(f"{name} must be from {least} to {most}, not {value}")
    return value


SEED_MOST = 2**64 - 1


class Handle:
    """A C object and the lock under which it is used, since cffi calls run without the interpreter's lock and C objects belong to
    one thread at a time.

    A method reads its handle once, so that a second ``__init__`` cannot pair one object with the lock of another. Where calls
    are short, threads wait: ``with handle.lock``. The lock is reentrant because a signal handler or a finalizer may use the
    same object between two calls of one method.
    """

    __slots__ = ("at", "lock")

    def __init__(self, at: Any, free: Any) -> None:
        self.at = ffi.gc(at, free)
        self.lock = threading.RLock()


class Worker:
    """A C object whose calls are long: whoever comes while it works is refused instead of waiting for an unknown time. Waiting
    could also never end, when a progress callback uses its own engine."""

    __slots__ = ("at", "_lock", "_busy")

    def __init__(self, at: Any, free: Any, busy: str) -> None:
        self.at = ffi.gc(at, free)
        self._lock = threading.Lock()
        self._busy = busy

    @contextmanager
    def alone(self) -> Iterator[Any]:
        """The C object, for nobody else meanwhile; Busy when it is at work."""
        if not self._lock.acquire(blocking=False):
            raise Busy(self._busy, "python.busy")
        try:
            yield self.at
        finally:
            self._lock.release()


def start_whole(thread: threading.Thread) -> None:
    """Starts a thread, and lets Ctrl+C wait until it runs. An exception from within ``start`` would leave a thread that Python does not
    know yet; if the interpreter ended before that thread began, it would crash. Called in the main thread."""
    handler = signal.getsignal(signal.SIGINT)
    held: list[Any] = []
    if not callable(handler):
        thread.start()
        return
    try:
        signal.signal(signal.SIGINT, lambda number, frame: held.append(frame))
    except ValueError:  # the main thread of a subinterpreter, which gets no signals
        thread.start()
        return
    try:
        thread.start()
    finally:
        signal.signal(signal.SIGINT, handler)
        if held:
            handler(signal.SIGINT, held[0])


def interruptible(call: Callable[[], _T], stop: Callable[[], object]) -> _T:
    """Runs a long call so that Ctrl+C ends it: it works in a thread of its own while this one waits for signals.

    A second Ctrl+C leaves at once, while the call still works. So `call` must itself keep alive what it uses, and itself hold
    the lock of the object that it works with.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    answers: list[_T] = []
    raised: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            answers.append(call())
        except BaseException as caught:  # handed on to the thread that waits
            raised.append(caught)
        finally:
            done.set()

    thread = threading.Thread(target=work)
    try:
        start_whole(thread)
        while not done.wait(0.2):
            pass
    except BaseException:
        if not done.is_set():  # or the next search would be stopped
            stop()
        if thread.ident is not None:  # it runs
            done.wait()
        raise
    if raised:
        raise raised[0]
    return answers[0]
