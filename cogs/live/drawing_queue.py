"""Pictures are drawn one after the other, off the event loop, each once for all who see it.

Nobody has to wait for one: who asks says how long they have, and goes on in words if that was too short. What was
asked for is drawn all the same and kept, so that it's there when it is asked for again; unless nobody wants it any more
when its turn comes, since something else is to be seen by then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.face.art.drawing import Drawing, draw
from bot.requests.budget import always
from bot.workers.worker_process import WorkerDied, WorkerProcess

log = logging.getLogger(__name__)

REPAINT_PATIENCE = 0.25
"""Seconds that a repaint waits for its picture; then it goes in words or as it was, and the picture follows."""
KEPT = 160
"""Files that are kept, some 5 MB: the next message that shows the same has its picture at once."""
FAULTS = (OSError, ValueError)
"""Errors of a drawing that can't be drawn."""


@dataclass(slots=True)
class _Order:
    """A drawing that waits for its turn; its file is None if nobody wants it by then."""

    file: asyncio.Future[bytes | None]
    wanted: list[Callable[[], bool]] = field(default_factory=list)


class DrawingQueue:
    """Draws in a worker process or, without one, in a thread: for tests, which are over before a process has begun."""

    def __init__(self, worker: WorkerProcess | None = None) -> None:
        self._worker = worker
        self._files: OrderedDict[Drawing, bytes] = OrderedDict()
        self._orders: dict[Drawing, _Order] = {}
        """The orders that wait, and the one that is being drawn."""
        self._waiting: OrderedDict[Drawing, None] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start the worker process, which takes half a second, before it is needed."""
        if self._worker is not None:
            self._order(Drawing(8, (), wide=8), always)

    def close(self) -> None:
        """Draw nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def drawn(
        self,
        drawing: Drawing,
        *,
        patience: float | None = None,
        is_wanted: Callable[[], bool] = always,
        at_once: bool = False,
    ) -> bytes | None:
        """Return a drawing as a PNG file; None if that takes longer than `patience` seconds, or is no longer wanted.

        `is_wanted` is asked when its turn comes, `at_once` gives it the next turn. Raises one of `FAULTS` where the
        drawing can't be drawn.
        """
        ready = self._files.get(drawing)
        if ready is not None:
            self._files.move_to_end(drawing)
            return ready
        order = self._order(drawing, is_wanted)
        if at_once and drawing in self._waiting:
            self._waiting.move_to_end(drawing, last=False)
        done, _ = await asyncio.wait([order.file], timeout=patience)
        return order.file.result() if done else None

    def _order(self, drawing: Drawing, is_wanted: Callable[[], bool]) -> _Order:
        """Return the order of a drawing: the one there is already, if any."""
        order = self._orders.get(drawing)
        if order is None:
            order = self._orders[drawing] = _Order(asyncio.get_running_loop().create_future())
            self._waiting[drawing] = None
            if self._task is None:
                self._task = asyncio.create_task(self._work())
        order.wanted.append(is_wanted)
        return order

    async def _work(self) -> None:
        """Draw until nothing waits."""
        try:
            while self._waiting:
                drawing, _ = self._waiting.popitem(last=False)
                order = self._orders[drawing]
                file = None
                try:
                    if any(is_wanted() for is_wanted in order.wanted):
                        file = await self._draw(drawing)
                        self._keep(drawing, file)
                except FAULTS as fault:
                    order.file.set_exception(fault)
                    # it counts as seen, even if nobody has waited so long
                    order.file.exception()
                else:
                    order.file.set_result(file)
                del self._orders[drawing]
        finally:
            self._task = None
            for order in self._orders.values():
                # closed before their turn
                order.file.set_result(None)
            self._orders.clear()
            self._waiting.clear()

    async def _draw(self, drawing: Drawing) -> bytes:
        """Draw in the worker process; in a thread if there is none, or it has died."""
        if self._worker is not None:
            try:
                return await self._worker.run(draw, drawing)
            except WorkerDied:
                log.exception("the process that draws has died; the next picture starts it again")
        return await asyncio.to_thread(draw, drawing)

    def _keep(self, drawing: Drawing, file: bytes) -> None:
        self._files[drawing] = file
        if len(self._files) > KEPT:
            self._files.popitem(last=False)
