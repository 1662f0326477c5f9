"""The gambler's code after a match: tips suggested, cheaters caught, the thirteenth."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.members.profile_keys import FORM, OFFER
from bot.tables.hooks import MatchEnding
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.conduct.after_match import after_match
from cogs.conduct.texts import WORDS
from db import SaveSetting, Tally
from games.engine import Line, Result, ResultRow
from tests.helpers.rigged_rolls import RiggedRolls
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room, a_room, answers, defaults

NOON_13TH = 1_800_000_000 // 86_400 * 86_400 + 43_200 - 2 * 86_400
"""2027-01-13, noon."""


def result(**more: object) -> Result:
    rows = (ResultRow(0, 1, {"g20": 5}, None), ResultRow(1, None, {"g20": -5}, None))
    return Result(Line("over"), rows, **more)  # type: ignore[arg-type]


async def said(
    room: Room, table: TableActor, ended: Result, *, now: float | None = None, offset: int = 0
) -> list[str]:
    await room.store.commit(SaveSetting(GUILD, "utc_offset", offset))
    remarks = (await manners(room, table, ended, now=now)).remarks
    return [line.text.replace("{tip}", str(line.values.get("tip"))) for line in remarks]


async def manners(room: Room, table: TableActor, ended: Result, *, now: float | None = None) -> MatchEnding:
    """What the code asks for after a match at the table that ends like this."""
    if table.session is None:
        await table.lifecycle.start(ANN)
    assert table.session is not None
    at = room.clock.now() if now is None else now
    async with AsyncExitStack() as until_saved:
        ending = MatchEnding(
            room.store, at, table.state, table.session.id, table.session.match, table.session.free, ended, [],
            until_saved,
        )  # fmt: skip
        await after_match(ending)
    return ending


@pytest.mark.rule("CODE-04", "CODE-R5")
async def test_a_tip_is_suggested_once_after_a_big_win(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("tripledip", ANN, BOB)
        small = result()._replace(rows=(ResultRow(0, 1, {"g20": 4, "g10": 1, "g8": 1}, None),))
        assert await said(room, table, small) == [], "98 pieces are no big win"
        assert await said(room, table, result()) == [f"A fine win, {{seat:seat}}. {WORDS.tips['nugget']}"]
        assert await said(room, table, result()) == [], "once"


@pytest.mark.rule("CODE-04", "CODE-R5")
async def test_a_tip_is_suggested_after_a_long_evening(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("tripledip", ANN, BOB)
        quiet = result()._replace(rows=(ResultRow(1, None, {"g4": -1}, None),))
        for _ in range(9):
            assert await said(room, table, quiet) == []
        assert await said(room, table, quiet) == [f"A long evening, {{seat:seat}}. {WORDS.tips['nugget']}"]
        assert await said(room, table, quiet) == []


@pytest.mark.rule("CODE-R1")
@pytest.mark.parametrize(
    ("game", "winners", "good"), [("tiamat", 2, 2), ("tiamat", 1, 0), ("tripledip", 2, 0)]
)
async def test_to_split_a_hoard_of_tiamat_is_good_form(
    tmp_path: Path, game: str, winners: int, good: int
) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open(game, ANN, BOB)
        split = result()._replace(rows=tuple(ResultRow(seat, 1, {}, None) for seat in range(winners)))
        members = [await room.account(person) for person in (ANN, BOB)]
        assert (await manners(room, table, split)).writes == [
            Tally(member, FORM, 1) for member in members[:good]
        ]


@pytest.mark.rule("CODE-R6")
async def test_the_thirteenth_is_the_servers_own(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("tripledip", ANN, BOB)
        none = result()._replace(rows=())
        assert len(await said(room, table, none, now=NOON_13TH)) == 1
        assert await said(room, table, none, now=NOON_13TH - 86_400) == []
        late = NOON_13TH + 11.5 * 3600
        assert len(await said(room, table, none, now=late)) == 1
        assert await said(room, table, none, now=late, offset=1) == []
        assert len(await said(room, table, none, now=late + 3600, offset=-1)) == 1


@pytest.mark.rule("CODE-R6")
@pytest.mark.parametrize("game", ["rolled_gold", "hags_haggle"])
async def test_a_13_of_the_house_has_a_line_of_its_own(tmp_path: Path, game: str) -> None:
    for rolled in (13, 12):
        async with a_room(tmp_path / f"{rolled}.db") as room:
            options = {"gembones": "g20", "codes": False, "bargains": False} if game == "hags_haggle" else {}
            table = await room.open(game, ANN, options=options)
            await table.lifecycle.start(ANN)
            assert table.session is not None
            faces = [rolled, 20, 20] if game == "rolled_gold" else [9, rolled - 9, 20]
            table.session.match.table.chance = RiggedRolls(faces)
            await answers(table, ANN, 1 if game == "hags_haggle" else "g20")
            await defaults(room, table)
            assert any(line.text in WORDS.remarks["thirteen"] for line in table.live.remarks) == (
                rolled == 13
            )


async def breach(room: Room, table: TableActor) -> None:
    """Ann breaks the hag's code for the second time, two g20 wagered."""
    table.state.carry = {
        "game": "hags_haggle",
        "codes": [1],
        "games": 0,
        "warned": [0],
        "nicknames": [[0, "Wart"], [1, "Newt"]],
    }
    await table.lifecycle.start(ANN)
    await answers(table, ANN, 2)
    await answers(table, BOB, 1)
    await answers(table, ANN, "break")
    await answers(table, BOB, "obey")
    await defaults(room, table)


def told(table: TableActor) -> list[str]:
    """The remarks, but for the tip that is suggested if Bob's luck brings him a big win."""
    return [line.text for line in table.live.remarks if "tip" not in line.values]


@pytest.mark.rule("CODE-R2", "CODE-11", "HH-17", "GEN-R10")
async def test_a_gambling_house_shows_a_cheater_out_for_ten_minutes(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open(
            "hags_haggle", ANN, BOB, options={"gembones": "g20", "bargains": False}, venue="house"
        )
        before = sum((await room.owned(ANN)).values())
        await breach(room, table)
        assert table.state.seat_of(ANN.user_id) is None
        assert sum((await room.owned(ANN)).values()) != before
        assert told(table) == ["Two ogres show {seat:seat} the door, politely."]
        for seconds in (0, 590):
            room.clock.advance(seconds)
            with pytest.raises(UserError, match="You can't sit here for now"):
                await table.seating.sit(ANN)
        room.clock.advance(11)
        await table.seating.sit(ANN)


@pytest.mark.rule("CODE-R2", "CODE-10", "GEN-R10")
async def test_a_tavern_brawls_and_no_more(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open(
            "hags_haggle", ANN, BOB, options={"gembones": "g20", "bargains": False}, venue="tavern"
        )
        await breach(room, table)
        [remark] = told(table)
        assert remark in WORDS.remarks["brawl"]
        assert table.state.seat_of(ANN.user_id) is not None
        assert OFFER not in await room.store.about(await room.account(ANN))


@pytest.mark.rule("CODE-R2", "CODE-12")
async def test_the_gilded_nugget_offers_a_gift_for_what_was_staked(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("hags_haggle", ANN, BOB, options={"gembones": "g20", "bargains": False})
        await breach(room, table)
        offer = (await room.store.about(await room.account(ANN)))[OFFER]
        assert (offer["accused"], offer["base"]) == (40, "copper")
        assert offer["item"] in ("belt", "duck_blade", "greatsword", "stone")


@pytest.mark.rule("CODE-R2")
async def test_no_gift_is_offered_where_nothing_was_staked(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        options = {"gembones": "g20", "bargains": False}
        table = await room.open("hags_haggle", ANN, BOB, options=options, free=True)
        await breach(room, table)
        assert len(told(table)) == 1
        assert OFFER not in await room.store.about(await room.account(ANN))


@pytest.mark.rule("CODE-06", "CODE-R1")
async def test_pressing_somebody_elses_control_is_refused_and_costs_form(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("rogues_and_warriors", ANN, BOB, CID)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        [ask] = [ask for ask in table.session.match.open.values() if not ask.answered]
        other = next(
            p for p in (ANN, BOB, CID) if table.state.seat_of(p.user_id) is not table.state.seats[ask.seat]
        )
        with pytest.raises(UserError) as refused:
            await table.press(other, table.session.id, ask.id, ask.prompt.default)
        assert refused.value.key == "not_your_turn"
        await table.queue.idle()
        assert (await room.store.about(await room.account(other)))[FORM] == -1


@pytest.mark.rule("GEN-R10")
async def test_a_venue_changes_flavour_tips_and_penalties_and_nothing_in_the_rules(tmp_path: Path) -> None:
    async with a_room(tmp_path / "m.db") as room:
        table = await room.open("tripledip", ANN, BOB)
        assert table.state.settings.venue == "nugget"
        hints = set()
        for venue in ("tavern", "house", "nugget"):
            table.state.settings = table.state.settings.model_copy(update={"venue": venue})
            for seat in table.state.seats.values():
                seat.tip_suggested = False
            hints.update(await said(room, table, result()))
        assert len(hints) == 3
        assert table.session is not None
        assert "venue" not in str(table.session.match.header.to_json()), "a match is not even told of it"
