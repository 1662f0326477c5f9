"""Planned nights, as the store keeps them."""

from __future__ import annotations

import pytest

from cogs.nights import rows as night_rows
from cogs.nights.rows import AnswerNight, NewNight, SaveNight
from db import Refused, Store, Unknown
from tests.helpers.store import GUILD, NOON, Clock


async def test_a_night_and_its_answers(store: Store, clock: Clock) -> None:
    ann, bob = [await store.member(GUILD, n, name) for n, name in ((1, "Ann"), (2, "Bob"))]
    later = await store.run(
        night_rows.plan_night, NewNight(GUILD, 500, ann, "threes", NOON + 9_000, True, False)
    )
    sooner = await store.run(
        night_rows.plan_night, NewNight(GUILD, 500, bob, "tiamat", NOON + 900, False, True, 44)
    )
    assert [night.id for night in await store.read(night_rows.planned_nights)] == [sooner.id, later.id]
    assert (later.name, later.weekly, later.state, sooner.event_id) == ("Ann", True, "planned", 44)
    for member, answer, at in ((bob, "yes", 1.0), (ann, "yes", 2.0), (bob, "maybe", 3.0), (bob, "yes", 4.0)):
        clock.now = NOON + at
        await store.commit(AnswerNight(later.id, member, answer))  # type: ignore[arg-type]
    assert [(each.name, each.answer) for each in await store.read(night_rows.night_answers, later.id)] == [
        ("Ann", "yes"),
        ("Bob", "yes"),
    ], "the planner came first, and Bob changed his mind twice"
    await store.commit(SaveNight(later.id, message_id=7, reminded=True))
    assert (await store.read(night_rows.night, later.id)).message_id == 7
    await store.commit(SaveNight(later.id, state="off"))
    assert [night.id for night in await store.read(night_rows.planned_nights)] == [sooner.id]
    with pytest.raises(Refused):
        await store.commit(AnswerNight(later.id, bob, "no"))
    with pytest.raises(Refused):
        await store.commit(SaveNight(later.id, state="begun"))
    with pytest.raises(Unknown):
        await store.read(night_rows.night, 99)


async def test_a_members_answers_go_with_their_data(store: Store, clock: Clock) -> None:
    ann, bob = [await store.member(GUILD, n, name) for n, name in ((1, "Ann"), (2, "Bob"))]
    night = await store.run(
        night_rows.plan_night, NewNight(GUILD, 500, ann, "threes", NOON + 9_000, False, False)
    )
    await store.commit(AnswerNight(night.id, bob, "yes"))
    exported = await store.export_member(GUILD, 1)
    assert [line["game"] for line in exported["nights"]] == ["threes"]
    assert [line["answer"] for line in exported["night_answers"]] == ["yes"]
    await store.delete_member(GUILD, 1)
    assert [each.name for each in await store.read(night_rows.night_answers, night.id)] == ["Bob"]
    assert (await store.read(night_rows.night, night.id)).name is None
    assert len(await store.read(night_rows.planned_nights)) == 1
