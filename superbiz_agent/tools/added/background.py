"""Where operators' tools run: asynchronous ones in one event loop of a thread of its own, others in
a thread each, all within a bound of time.

One loop for the whole process, started at first use and ended with it, serves ``invoke`` and
``ainvoke`` alike: what a tool keeps open belongs to the loop that it was opened in.
"""

import asyncio
import atexit
import contextlib
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import Context
from threading import BoundedSemaphore, Lock, Thread
from typing import Any, Final, TypeVar

ResultT = TypeVar("ResultT")

_LAST_SECONDS: Final = 5.0
"""What the tasks may take to end with the process: a server that was started gets 2 s to go."""

MAX_THREADS: Final = 64
"""Calls of blocking tools that may be under way at once, those that nobody waits for included."""

_room = BoundedSemaphore(MAX_THREADS)


class BackgroundLoop:
    """One event loop in a daemon thread. Safe to use from any thread but its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def run(self, work: Coroutine[Any, Any, ResultT], timeout: float) -> ResultT:
        """Run ``work`` to its end and return what it returns. Raises what it raises, and
        ``TimeoutError`` after ``timeout`` seconds; it is then cancelled."""
        future = asyncio.run_coroutine_threadsafe(_within(work, timeout), self._started())
        try:
            # The loop keeps the time; this one is for a loop that something blocks.
            return future.result(timeout + _LAST_SECONDS)
        except BaseException:
            future.cancel()
            raise

    def start(self, work: Coroutine[Any, Any, Any]) -> "Future[Any]":
        """Start ``work`` and return its future; it is cancelled when the process ends."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def close(self) -> None:
        """Cancel what runs, wait for it to end, and stop the loop; a later use starts it anew."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        with contextlib.suppress(Exception):
            asyncio.run_coroutine_threadsafe(_end_all(), loop).result(_LAST_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_LAST_SECONDS)

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(
                    target=_serve, args=(self._loop,), name="superbiz-tools", daemon=True
                )
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        with contextlib.suppress(Exception):
            loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _within(work: Coroutine[Any, Any, ResultT], timeout: float) -> ResultT:
    async with asyncio.timeout(timeout):
        return await work


async def _end_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


background = BackgroundLoop()
"""The loop of this process."""

atexit.register(background.close)


def in_own_thread(work: Callable[[], ResultT], timeout: float) -> ResultT:
    """Run blocking ``work`` and return what it returns. Raises what it raises, and ``TimeoutError``
    after ``timeout`` seconds; the thread then goes on alone, since no thread can be stopped.

    ``work`` sees no context variable of the caller: a chat model that a tool asks would otherwise
    speak into the caller's stream. Raises ``RuntimeError`` while too many such threads go on.
    """
    future: Future[ResultT] = Future()
    if not _room.acquire(blocking=False):
        raise RuntimeError(f"{MAX_THREADS} earlier calls of tools are still under way")

    def run() -> None:
        try:
            future.set_result(Context().run(work))
        except BaseException as error:
            future.set_exception(error)
        finally:
            _room.release()

    Thread(target=run, name="superbiz-tool", daemon=True).start()
    return future.result(timeout)
