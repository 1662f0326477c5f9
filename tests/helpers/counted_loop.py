"""An event loop on which time is counted instead of waited for."""

from __future__ import annotations

import asyncio
import selectors


class CountedSelector(selectors.SelectSelector):
    """A selector that lets time pass at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready, `timeout` seconds later by the counted clock."""
        self.now += timeout or 0.0
        return super().select(0)


class CountedLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock is counted."""

    def __init__(self) -> None:
        self.counted = CountedSelector()
        super().__init__(self.counted)

    def time(self) -> float:
        """Return the counted seconds."""
        return self.counted.now
