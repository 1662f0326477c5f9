"""Deeds are earned once, told once, counted again alike, and go with a member's data."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from bot.face.art.pieces.signs import kinds
from bot.tables.table_actor import TableActor
from bot.tables.view import TableView
from cogs.deeds import rows as deed_rows
from cogs.deeds.rows import EarnDeed, ForgetDeeds
from cogs.deeds.service import recount
from games.deeds import DEEDS
from games.engine import Chance
from tests.helpers.luck import seeds_from
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room


async def all_deeds(room: Room) -> dict[str, list[tuple[str, int]]]:
    """Return every member's deeds, with the matches."""
    return {
        person.name: [
            (deed.deed, deed.match)
            for deed in await room.store.read(deed_rows.deeds, await room.account(person))
        ]
        for person in (ANN, BOB)
    }


async def play_on(room: Room, table: TableActor, luck: Chance) -> int:
    """Let both press at random until the match is over; return its number."""
    if table.session is None:
        for person in (ANN, BOB):
            if table.session is None:
                await table.lifecycle.again(person)
    assert table.session is not None
    number = table.session.id
    while table.session is not None:
        for person in (ANN, BOB):
            session = table.session
            asks = session.match.asks_of(table.viewer_of(person.user_id)) if session is not None else []
            if asks:
                await table.press(person, number, asks[0].id, luck.choice(asks[0].prompt.legal(luck)))
        await room.quiet()
    return number


def announced_at(view: TableView) -> list[str]:
    """Return the titles of the deeds that stand under the last result."""
    return [str(line.values["title"]) for line in view.remarks if "a deed" in line.text]


async def test_deeds_are_told_once_and_counted_again_alike(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "deeds.db") as room:
            luck = luck_of("deeds of members")
            table = await room.open("dragon_hordes", ANN, BOB)
            await table.lifecycle.start(ANN)
            announced: list[tuple[int, str]] = []
            for _ in range(6):
                number = await play_on(room, table, luck)
                announced += [(number, title) for title in announced_at(await table.view())]
            live = await all_deeds(room)
            earned = {(number, key) for deeds in live.values() for key, number in deeds}
            assert earned, "six games, and nobody did anything worth telling"
            assert sorted(announced) == sorted(
                (number, DEEDS[key].title) for deeds in live.values() for key, number in deeds
            ), "each of them once, under the match that earned it"
            done: list[int] = []
            assert await recount(room.store, done.append) == (6, 0)
            assert await all_deeds(room) == live
            for number in done:
                await room.store.commit(ForgetDeeds(number))
            assert not any((await all_deeds(room)).values())
            await recount(room.store, done.append)
            assert await all_deeds(room) == live


async def test_the_match_that_came_first_keeps_a_deed(tmp_path: Path) -> None:
    async with a_room(tmp_path / "deeds.db") as room:
        table = await room.open("dragon_hordes", ANN, BOB)
        await table.lifecycle.start(ANN)
        luck = luck_of("first")
        first, second = await play_on(room, table, luck), await play_on(room, table, luck)
        member = await room.account(ANN)
        for number in (second, first, second):
            await room.store.commit(EarnDeed(member, "thirteen", number))
        found = [deed for deed in await room.store.read(deed_rows.deeds, member) if deed.deed == "thirteen"]
        assert [deed.match for deed in found] == [first]
        exported = await room.store.export_member(GUILD, ANN.user_id)
        assert "thirteen" in [deed["deed"] for deed in exported["deeds"]]
        await table.lifecycle.close(ANN)
        await room.quiet()
        await room.store.delete_member(GUILD, ANN.user_id)
        assert await room.store.read(deed_rows.deeds, member) == []


def test_every_badge_can_be_drawn() -> None:
    assert {deed.sign for deed in DEEDS.values()} - kinds() == set(), (
        "a badge's sign is a file in bot/face/art/signs"
    )
