"""The compiled graph, whose asynchronous stream ends whole with whoever reads it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final, Self

from langgraph.graph.state import CompiledStateGraph

_END: Final = object()
_RUNNING: set[asyncio.Task[None]] = set()
"""Streams under way: the event loop itself holds its tasks weakly."""


class DiagnosisGraph(CompiledStateGraph[Any, Any, Any, Any]):
    """LangGraph's graph, but for one thing: ``astream`` runs in a task of its own.

    AnyIO cancels again at each ``await`` whoever it has cancelled once, and Starlette cancels so
    where a client goes away. LangGraph's stream then never comes to cancelling its nodes (their
    issue 5682): the model would go on being asked. A task of its own is cancelled once.
    """

    @classmethod
    def of(cls, compiled: CompiledStateGraph[Any, Any, Any, Any]) -> Self:
        """``compiled`` as such a graph, made as LangGraph makes a copy of one."""
        return cls(**{name: each for name, each in vars(compiled).items() if name[:2] != "__"})

    async def astream(self, *given: Any, **options: Any) -> AsyncIterator[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """As LangGraph's ``astream``. Leaving it, or being cancelled, cancels what is under way."""
        items: asyncio.Queue[Any] = asyncio.Queue()
        task = asyncio.create_task(_hand_over(super().astream(*given, **options), items))
        _RUNNING.add(task)
        task.add_done_callback(_RUNNING.discard)
        task.add_done_callback(lambda _: items.put_nowait(_END))
        try:
            while (item := await items.get()) is not _END:
                yield item
                items.task_done()
            await task
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait([task])


async def _hand_over(stream: Any, items: asyncio.Queue[Any]) -> None:
    """Put each item of ``stream`` there, and the next only when it was taken."""
    async with aclosing(stream):
        async for item in stream:
            items.put_nowait(item)
            await items.join()
