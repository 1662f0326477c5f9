"""Characters at tables: what a match is told of them, and what comes home."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY
from bot.economy.accounts import MemberAccounts
from bot.members.profile_keys import INSPIRED, OFFER, PRANK, SHEET, USES
from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.characters.service import APPLAUSE, CharacterService
from db import Move, SaveAbout, SaveSetting, Transfer
from db.backend.unit_of_work import Write
from games.engine import money as gems
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room, a_room, answers, defaults


async def sheet(room: Room, person: Person, **changes: Any) -> None:
    await CharacterService(MemberAccounts(room.store, room.clock), room.registry).change(
        GUILD, person, changes
    )


async def uses(room: Room, person: Person) -> dict[str, Any]:
    kept: dict[str, Any] = (await room.store.about(await room.account(person)))[USES]
    return kept


async def at_the_boneyard(room: Room, level: str = "full", **options: Any) -> TableActor:
    table = await room.open("barovian_boneyard", ANN, BOB, options={"spotlight": level, **options})
    await table.lifecycle.start(ANN)
    return table


def told(table: TableActor, seat: int = 0) -> dict[str, Any]:
    assert table.session is not None
    known: dict[str, Any] = dict(table.session.match.header.facts[seat]["character"])
    return known


@pytest.mark.rule("SPOT-R2", "SPOT-R3")
async def test_a_match_is_told_of_talents_skills_and_uses(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="portent", history=7)
        drawn = (await uses(room, ANN))["portents"]
        assert len(drawn) == 2
        assert all(1 <= face <= 20 for face in drawn)
        table = await at_the_boneyard(room)
        assert told(table)["portents"] == drawn
        assert told(table)["skills"]["history"] == 7
        assert (told(table)["talent"], told(table)["base"], told(table)["lucky"]) == ("portent", "copper", 0)
        assert told(table, 1)["talent"] == "none"


@pytest.mark.rule("SPOT-R2", "SPOT-R3")
async def test_deleting_ones_data_brings_no_second_use_on_the_same_day(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        await room.store.delete_member(GUILD, ANN.user_id)
        with pytest.raises(UserError, match="You deleted your sheet today"):
            await sheet(room, ANN, talent="portent")
        table = await at_the_boneyard(room)
        assert (told(table)["talent"], told(table)["lucky"], told(table)["portents"]) == ("none", 0, [])
        await table.force_close("Enough.")
        room.clock.advance(DAY)
        await sheet(room, ANN, talent="portent")
        assert len((await uses(room, ANN))["portents"]) == 2


@pytest.mark.rule("SPOT-R1")
async def test_switched_off_a_match_is_told_nothing(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        table = await at_the_boneyard(room, "off")
        assert table.session is not None
        assert table.session.match.header.facts == {}


@pytest.mark.rule("SPOT-R3")
async def test_uses_are_at_one_table_at_a_time_and_come_home(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        table = await at_the_boneyard(room)
        assert told(table)["lucky"] == 3
        second = await room.registry.open(GUILD, 101, ANN, "barovian_boneyard", options={"spotlight": "full"})
        await second.lifecycle.start(ANN)
        assert told(second)["lucky"] == 0, "they are at the first table"
        await answers(table, ANN, 1)
        await answers(table, BOB, "pass")
        await answers(table, ANN, "lucky_0")
        await defaults(room, table)
        assert (await uses(room, ANN))["lucky"] == 2
        await defaults(room, second)
        assert (await uses(room, ANN))["lucky"] == 2


@pytest.mark.rule("SPOT-R3", "SPOT-R8")
async def test_two_tables_that_begin_at_one_moment_bring_no_use_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        await room.store.commit(SaveAbout(await room.account(ANN), INSPIRED, True))
        boneyard, spotlight = "barovian_boneyard", {"spotlight": "full"}
        tables = [
            await room.registry.open(GUILD, channel, ANN, boneyard, options=spotlight)
            for channel in (101, 102)
        ]
        both, commit = asyncio.Barrier(2), room.store.commit

        async def after_the_other_has_read(*writes: Write) -> None:
            await both.wait()
            await commit(*writes)

        with monkeypatch.context() as patched:
            patched.setattr(room.store, "commit", after_the_other_has_read)
            begun = await asyncio.gather(
                *(table.lifecycle.start(ANN) for table in tables), return_exceptions=True
            )
        assert [type(refusal) for refusal in begun].count(UserError) == 1
        [late] = [table for table in tables if table.session is None]
        await late.lifecycle.start(ANN)
        assert sum(told(table)["lucky"] for table in tables) == 3
        assert sum(told(table)["inspired"] for table in tables) == 1
        await asyncio.gather(*(table.force_close("Enough.") for table in tables))
        assert (await uses(room, ANN))["lucky"] == 3


@pytest.mark.rule("SPOT-R3")
async def test_a_new_day_brings_new_uses(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        table = await at_the_boneyard(room)
        room.clock.advance(DAY)
        await defaults(room, table)
        characters = CharacterService(MemberAccounts(room.store, room.clock), room.registry)
        assert (await characters.open_sheet(GUILD, ANN)).uses.lucky == 3, "and not three more from yesterday"


async def test_what_a_void_match_was_told_comes_home_too(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await sheet(room, ANN, talent="lucky")
        await room.store.commit(SaveAbout(await room.account(ANN), INSPIRED, True))
        table = await at_the_boneyard(room)
        assert told(table)["inspired"] is True
        assert INSPIRED not in await room.store.about(await room.account(ANN))
        await table.force_close("over")
        assert (await uses(room, ANN))["lucky"] == 3
        assert (await room.store.about(await room.account(ANN)))[INSPIRED] is True


@pytest.mark.rule("CODE-R2", "CODE-R3")
async def test_who_is_caught_is_offered_a_gift_and_a_stone_is_told(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        table = await at_the_boneyard(room, dc=30)
        await answers(table, ANN, 2)
        await answers(table, BOB, "pass")
        await answers(table, ANN, "deception")
        await defaults(room, table)
        account = await room.account(ANN)
        offer = (await room.store.about(account))[OFFER]
        assert (offer["accused"], offer["base"]) == (12, "copper")
        await room.store.commit(
            SaveAbout(account, PRANK, {"item": "stone", "accused": 1, "base": "copper", "donated": 0})
        )
        for person in (ANN, BOB):
            await table.seating.sit(person)
        await table.lifecycle.start(ANN)
        assert told(table)["stone"] is True
        assert told(table, 1)["stone"] is False


async def test_a_computer_player_has_no_character(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        table = await room.open("tripledip", ANN, computers=1, options={"spotlight": "full"})
        await table.lifecycle.start(ANN)
        assert table.session is not None
        assert set(table.session.match.header.facts) == {0}
        await defaults(room, table)


@pytest.mark.rule("SPOT-R8")
async def test_one_other_is_enough_at_a_table_of_two(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        characters = CharacterService(MemberAccounts(room.store, room.clock), room.registry)
        assert characters.applause_needed(GUILD, ANN) == 2
        table = await room.open("tripledip", ANN, BOB)
        assert characters.applause_needed(GUILD, ANN) == 1
        await table.seating.sit(CID)
        assert characters.applause_needed(GUILD, ANN) == 2
        account = await room.account(ANN)
        assert await characters.inspire(account)
        assert not await characters.inspire(account), "at most one is held"
    assert APPLAUSE == 60


@pytest.mark.rule("SPOT-10", "SPOT-R5", "SPOT-X4")
async def test_a_swapped_gembone_is_paid_in_the_next_lower_base_out_of_ones_own_purse(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        await room.store.commit(
            SaveSetting(GUILD, "start_base", "silver"), SaveSetting(GUILD, "generous", True)
        )
        ann, mint = await room.account(ANN), await room.store.mint(GUILD)
        moves = [Move(mint, ann, "silver.g100", 9), Move(mint, ann, "copper.g100", 9)]
        await room.store.commit(Transfer("hold", "grant", moves))
        table = await room.open(
            "barovian_boneyard", ANN, BOB, options={"spotlight": "full", "dc": 5, "size": "g8"}, base="silver"
        )
        await sheet_of_a_swindler(room)
        before = await room.purse(ANN)
        while True:
            await table.lifecycle.start(ANN)
            await answers(table, ANN, 2)
            await answers(table, BOB, "pass")
            await answers(table, ANN, "sleight")
            await defaults(room, table)
            assert table.last_match is not None
            assert table.last_match.result is not None
            lost = sum(pay.amount for pay in table.last_match.result.pays if pay.giver == 0)
            won = sum(pay.amount for pay in table.last_match.result.pays if pay.taker == 0)
            if lost == 2 and not won:
                break
            before = await room.purse(ANN)
            for person in (ANN, BOB):
                await table.seating.sit(person)
        now = await room.purse(ANN)

        def worth(purse: dict[str, int], base: str) -> int:
            return gems.worth(gems.of_base(base, purse))

        assert worth(before, "silver") - worth(now, "silver") == 8, "one g8 of silver"
        assert worth(before, "copper") - worth(now, "copper") == 8, (
            "and one of copper, exchanged within its base"
        )
        fund = await room.store.fund(GUILD, "copper", "barovian_boneyard")
        assert (await room.store.balances(fund))["copper.g8"] >= 1
        assert await room.store.audit() == []


async def until_a_loss(room: Room, table: TableActor) -> None:
    """Ann wagers one g6 again and again, until she is asked whether she pleads."""
    while True:
        await table.lifecycle.start(ANN)
        await answers(table, ANN, 1)
        await answers(table, BOB, "pass")
        await answers(table, ANN, "keep")
        if table.session is not None:
            return
        for person in (ANN, BOB):
            await table.seating.sit(person)


@pytest.mark.rule("SPOT-R4")
async def test_double_or_nothing_moves_money_to_the_piece(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        ann, mint = await room.account(ANN), await room.store.mint(GUILD)
        await room.store.commit(Transfer("hold", "grant", [Move(mint, ann, "copper.g100", 9)]))
        await sheet(room, ANN, persuasion=10)
        await room.store.commit(SaveSetting(GUILD, "generous", True))
        table = await room.open("barovian_boneyard", ANN, BOB, options={"spotlight": "full", "dc": 5})
        await until_a_loss(room, table)
        before = gems.worth(gems.of_base("copper", await room.owned(ANN)))
        await answers(table, ANN, "persuasion")
        assert table.last_match is not None
        assert table.last_match.result is not None
        [row] = [row for row in table.last_match.result.rows if row.seat == 0]
        assert row.change in ({}, {"g6": -2})
        after = gems.worth(gems.of_base("copper", await room.owned(ANN)))
        assert after - before == -12 * bool(row.change)
        assert await room.store.audit() == []


@pytest.mark.rule("SPOT-R4")
async def test_who_cannot_cover_the_loss_again_is_refused(tmp_path: Path) -> None:
    async with a_room(tmp_path / "s.db") as room:
        table = await room.open("barovian_boneyard", ANN, BOB, options={"spotlight": "full"})
        await until_a_loss(room, table)
        ann, mint = await room.account(ANN), await room.store.mint(GUILD)
        left = await room.purse(ANN)
        await room.store.commit(
            Transfer("burnt", "gift", [Move(ann, mint, unit, n) for unit, n in left.items()])
        )
        with pytest.raises(UserError, match="That takes 1g6"):
            await answers(table, ANN, "history")
        await answers(table, ANN, "decline")
        assert table.session is None


async def sheet_of_a_swindler(room: Room) -> None:
    """Ann never fails at Sleight of Hand against a DC of 5."""
    kept = {"day": 0, "sheet": {"sleight": 10}}
    await room.store.commit(SaveAbout(await room.account(ANN), SHEET, kept))
