"""The secret seeds of tables, told beforehand: what a test says must not hang on a lucky roll."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from unittest import mock

MODULES = ("bot.tables.live_table", "bot.tables.registry", "bot.tables.question_clocks")
"""Where tables draw: the seed that their matches are dealt from, and the luck of computer players and of pacing."""


@contextlib.contextmanager
def seeds_from(draw: Callable[[int], bytes]) -> Iterator[None]:
    """Tables opened meanwhile take all their secrets from `draw`, which is asked for so many bytes."""
    source = SimpleNamespace(
        token_hex=lambda size: draw(size).hex(),
        randbelow=lambda limit: int.from_bytes(draw(8), "big") % limit,
    )
    with contextlib.ExitStack() as stack:
        for module in MODULES:
            stack.enter_context(mock.patch(f"{module}.secrets", source))
        yield
