"""Choices are kept, and nobody is told more often than once an hour or a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.members.profile_keys import VACATION
from bot.notices.choices import NoticeChoices
from bot.notices.service import NoticeService
from db import SaveAbout
from db.opening import open_store
from tests.e2e.conftest import HandClock

GUILD, OTHER_GUILD = 10, 11


async def test_a_notice_an_hour_and_a_message_a_turn_also_over_a_restart(tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "notices.db"
    async with await open_store(path, clock=clock.now) as store:
        service = NoticeService(store, clock)
        ann, bob = [await store.member(GUILD, n, name) for n, name in ((1, "Ann"), (2, "Bob"))]
        assert await service.claim([ann, ann]) == {ann}
        assert await service.claim([ann, bob]) == {bob}
        # a turn is another matter than a notice
        assert await service.claim_turn(ann, "7:3")
        assert not await service.claim_turn(ann, "7:3")
        await service.keep_mention(ann, "7:3", 99)
    clock.advance(3_599)
    async with await open_store(path, clock=clock.now) as store:
        service = NoticeService(store, clock)
        assert await service.claim([ann, bob]) == set()
        assert not await service.claim_turn(ann, "7:3")
        assert await service.mention_of(ann, "7:3") == 99
        assert await service.mention_of(ann, "7:4") is None
        assert await service.claim_turn(ann, "7:4")
        clock.advance(1)
        assert await service.claim([ann, bob]) == {ann, bob}


async def test_those_who_asked_are_found_the_longest_unheard_first(tmp_path: Path) -> None:
    clock = HandClock()
    async with await open_store(tmp_path / "notices.db", clock=clock.now) as store:
        service = NoticeService(store, clock)
        people = [
            await store.member(GUILD, n, name) for n, name in enumerate(("Ann", "Bob", "Cid", "Dot"), 1)
        ]
        ann, bob, cid, dot = people
        stranger = await store.member(OTHER_GUILD, 1, "Ann")
        for member in (ann, bob, stranger):
            await service.change(member, {"calls": True})
        await service.change(cid, {"calls": True, "games": ("tiamat",)})
        await service.change(dot, {"calls": True})
        await service.change(dot, {"calls": False})
        assert [each.name for each in await service.asked_for(GUILD, "threes")] == ["Ann", "Bob"]
        await service.claim([ann])
        assert [each.name for each in await service.asked_for(GUILD, "tiamat")] == ["Bob", "Cid"]
        clock.advance(3_600)
        assert [each.name for each in await service.asked_for(GUILD, "tiamat")] == ["Bob", "Cid", "Ann"]
        vacation = {"since": clock.now(), "until": clock.now() + 86_400}
        await store.commit(SaveAbout(bob, VACATION, vacation))
        assert [each.name for each in await service.asked_for(GUILD, "tiamat")] == ["Cid", "Ann"]
        clock.advance(86_400)
        assert "Bob" in [each.name for each in await service.asked_for(GUILD, "tiamat")]
        assert [each.member for each in await service.asked_for(OTHER_GUILD, "threes")] == [stranger]


async def test_choices_go_with_the_members_data(tmp_path: Path) -> None:
    clock = HandClock()
    async with await open_store(tmp_path / "notices.db", clock=clock.now) as store:
        service = NoticeService(store, clock)
        ann = await store.member(GUILD, 1, "Ann")
        await service.change(ann, {"calls": True, "quiet": (1320, 480), "place": "dm"})
        await service.note_closed_dm(ann)
        choices = await service.choices(ann)
        assert choices == NoticeChoices(calls=True, quiet=(1320, 480), place="dm", dm_closed=True)
        assert not choices.by_dm
        assert (await store.export_member(GUILD, 1))["about"]["notices"]["quiet"] == [1320, 480]
        await store.delete_member(GUILD, 1)
        assert await service.recipients(GUILD) == []
        with pytest.raises(ValueError, match="place"):
            await service.change(ann, {"place": "by pigeon"})
