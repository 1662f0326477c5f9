"""Events that are kept for the moment in which a shard is given."""

from __future__ import annotations

from bot.kept_events import LATEST, KeptEvents


def test_what_is_kept_is_handled_in_order_unless_it_is_too_late() -> None:
    now = 0.0
    kept = KeptEvents(lambda: now)
    handled: list[float] = []
    for at in (0.0, 0.5, 1.0, LATEST):
        now = at
        kept.keep(lambda at=at: handled.append(at))  # type: ignore[misc]
    now = LATEST + 0.7
    kept.handle()
    assert handled == [1.0, LATEST]
    kept.handle()
    assert handled == [1.0, LATEST], "once"


def test_what_is_too_late_takes_no_room() -> None:
    now = 0.0
    kept = KeptEvents(lambda: now)
    for second in range(1000):
        now = float(second)
        kept.keep(lambda: None)
    assert len(kept) <= LATEST + 1
