"""An interaction that two sessions were sent is one process's, and only one's."""

from __future__ import annotations

from pathlib import Path

from bot.client import Dicenight
from db import Store


async def test_what_the_old_process_has_taken_is_not_taken_again(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "night.db") as store:
        old = Dicenight(store, ())
        assert old.is_first_delivery(41)
        assert not old.is_first_delivery(41)
        taken = await old.hand_over(0)
        assert taken == [41]
        assert not old.is_first_delivery(42), "from now on they are the new one's"
    async with await Store.open(tmp_path / "night.db") as store:
        new = Dicenight(store, ())
        new.take_over(taken)
        assert not new.is_first_delivery(41)
        assert new.is_first_delivery(42)
