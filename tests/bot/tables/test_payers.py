"""Who pays in a match, who plays for points, and how a match is settled in which some do (GEM-R17, GEM-R18)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import HOUR
from bot.members.profile_keys import MET
from bot.person import Person
from bot.tables.money.among_payers import among_payers, balanced
from bot.tables.state import TableState
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import GUESTS, Move, SaveAbout, SaveSetting, Transfer
from db.opening import open_store
from games.engine import HOUSE, POT, Line, Pay, Result, ResultRow, changes
from games.engine import money as gems
from games.registry import GAMES
from tests.e2e.conftest import HandClock
from tests.helpers.tables import ANN, AT_ONCE, BOB, CID, GUILD, Room, a_room, defaults, disk_full_for_matches

RW, BB, TIAMAT = "rogues_and_warriors", "barovian_boneyard", "tiamat"
pytestmark = pytest.mark.rule("GEM-R17")


async def worth(room: Room, person: Person) -> int:
    """What a member owns, tables included, in pieces of copper."""
    return gems.worth(gems.of_base("copper", await room.owned(person)))


async def leave_with(room: Room, person: Person, pieces: int) -> None:
    """Let a member own exactly this many pieces of copper."""
    account, mint = await room.account(person), await room.store.mint(GUILD)
    moves = [Move(account, mint, unit, n) for unit, n in (await room.purse(person)).items()]
    moves += [Move(mint, account, f"copper.{unit}", n) for unit, n in gems.make_up(pieces).items()]
    await room.store.commit(Transfer(f"own:{person.user_id}:{pieces}", "grant", moves))


async def play(room: Room, table: TableActor, *people: Person) -> None:
    """Let computers play the members' seats until the match is over."""
    for person in people:
        await table.seating.hand_over(person, True)
    await table.lifecycle.start(ANN)
    await defaults(room, table)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which everybody's first evening lasts twelve hours."""
    clock = HandClock()
    async with await open_store(tmp_path / "evening.db", clock=clock.now) as store:
        room = Room(store, clock, AT_ONCE)
        room.registry.context.first_evening = 12 * HOUR
        yield room
        await room.quiet()


# ---- who pays


@pytest.mark.parametrize("game", [RW, TIAMAT, "hags_haggle", BB, "rolled_gold", "tripledip"])
async def test_alone_every_game_is_for_fun_unless_the_host_asks_to_play_for_gembones(
    room: Room, game: str
) -> None:
    computers = max(0, GAMES[game].seats[0] - 1)
    table = await room.open(game, ANN, computers=computers, for_gembones=False)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.free
    await table.lifecycle.void()
    await table.lifecycle.set_up(ANN, settings={"for_gembones": True})
    await table.lifecycle.start(ANN)
    assert not table.session.free


@pytest.mark.rule("GEM-R4", "BB-21")
@pytest.mark.parametrize(
    ("storming", "pieces", "short"), [(True, 17, 1), (True, 18, 0), (False, 6, 0), (False, 5, 1)]
)
async def test_who_could_not_pay_for_the_castle_plays_for_points(
    room: Room, storming: bool, pieces: int, short: int
) -> None:
    """Storming may cost three g6, though one is rolled."""
    table = await room.open(BB, ANN, BOB, CID, options={"storming_the_castle": storming})
    await leave_with(room, CID, pieces)
    await table.lifecycle.start(ANN)
    [cid] = [seat for seat in table.state.seats.values() if seat.user_id == CID.user_id]
    assert (cid.for_points, cid.short) == (("short", short) if short else (None, 0))


async def test_two_members_play_for_money(room: Room) -> None:
    table = await room.open(TIAMAT, ANN, BOB, for_gembones=False)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert not table.session.free
    assert table.state.for_points() == set()


async def test_gembones_and_fun_rule_each_other_out(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.set_up(ANN, settings={"free": True})
    await table.lifecycle.set_up(ANN, settings={"for_gembones": True})
    assert not table.state.settings.free
    await table.lifecycle.set_up(ANN, settings={"free": True})
    assert not table.state.settings.for_gembones


@pytest.mark.parametrize("leaves", [True, False])
async def test_only_who_asks_for_it_plays_for_gembones_on_a_first_evening(
    evening: Room, leaves: bool
) -> None:
    """Neither the host's leaving nor a host who hands the table on asks for another member."""
    first = await evening.open(RW, ANN, CID)
    await first.force_close("Enough.")
    evening.clock.advance(13 * HOUR)
    table = await evening.open(RW, ANN, BOB, CID, for_gembones=True)
    if leaves:
        await table.hosting.set_cohost(ANN, BOB.user_id)
        await table.seating.leave(ANN)
    else:
        await table.hosting.transfer_host(ANN, BOB.user_id)
    assert table.state.host == await evening.account(BOB)
    await table.lifecycle.start(BOB)
    [bob] = [seat for seat in table.state.seats.values() if seat.user_id == BOB.user_id]
    assert bob.for_points == ("fun" if leaves else "evening")
    await table.lifecycle.void()
    await table.lifecycle.set_up(BOB, settings={"for_gembones": True})
    await table.lifecycle.start(BOB)
    assert bob.for_points is None


async def test_a_host_who_asks_to_play_for_gembones_and_cannot_pay_is_told(room: Room) -> None:
    await leave_with(room, ANN, 36)
    table = await room.open(RW, ANN, computers=2, for_gembones=True)
    with pytest.raises(UserError, match="That takes 50 copper and you have 36"):
        await table.lifecycle.start(ANN)
    assert table.session is None


async def test_nobody_is_too_poor_to_sit_with_friends(room: Room) -> None:
    await leave_with(room, CID, 36)
    table = await room.open(RW, ANN, BOB, CID)
    seat = table.state.seats[2]
    assert (seat.for_points, seat.short) == ("short", 14)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert not table.session.free
    assert table.session.match.header.stakes == {0: 50, 1: 50, 2: 50}
    await defaults(room, table)
    assert await worth(room, CID) == 36
    assert await worth(room, ANN) + await worth(room, BOB) == 320
    assert table.last_match is not None
    assert table.last_match.result is not None
    assert any("For points" in note.text for note in table.last_match.result.notes)


async def test_who_cannot_put_up_the_ante_plays_for_points(room: Room) -> None:
    await leave_with(room, CID, 60)
    table = await room.open(TIAMAT, ANN, BOB, CID)
    assert (table.state.seats[2].for_points, table.state.seats[2].short) == ("short", 40)
    await play(room, table, ANN, BOB, CID)
    assert await worth(room, CID) == 60
    assert await worth(room, ANN) + await worth(room, BOB) == 320


async def test_the_first_evening_is_for_points(evening: Room) -> None:
    await evening.store.commit(SaveAbout(await evening.account(ANN), MET, ["gembone"]))
    await evening.store.commit(SaveAbout(await evening.account(BOB), MET, ["gembone"]))
    table = await evening.open(RW, ANN, BOB, CID)
    reasons = {number: seat.for_points for number, seat in table.state.seats.items()}
    assert reasons == {0: None, 1: None, 2: "evening"}, "members of earlier releases are no newcomers"
    await play(evening, table, ANN, BOB, CID)
    assert await worth(evening, CID) == 160
    evening.clock.advance(12 * HOUR)
    await evening.quiet()
    another = await evening.open(RW, ANN, BOB, CID)
    assert another.state.seats[2].pays


async def test_an_admin_may_switch_the_first_evening_off(evening: Room) -> None:
    await evening.store.commit(SaveSetting(GUILD, "first_evening", False))
    table = await evening.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert not table.session.free


async def test_a_host_may_ask_to_play_for_gembones_on_the_first_evening(evening: Room) -> None:
    table = await evening.open(BB, ANN, BOB, for_gembones=True)
    assert table.state.seats[0].pays
    assert table.state.seats[1].for_points == "evening"
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert not table.session.free


async def test_who_plays_for_points_still_does_after_a_restart(tmp_path: Path) -> None:
    async with a_room(tmp_path / "room.db") as first:
        await leave_with(first, CID, 36)
        table = await first.open(RW, ANN, BOB, CID)
        await table.lifecycle.start(ANN)
        clock = first.clock
    async with a_room(tmp_path / "room.db", clock) as second:
        [table] = second.registry
        assert table.state.for_points() == {2}
        await defaults(second, table)
        assert table.last_match is not None
        told = table.last_match.result
        assert await worth(second, CID) == 36
        assert await worth(second, ANN) + await worth(second, BOB) == 320
    async with a_room(tmp_path / "room.db", clock) as third:
        [table] = third.registry
        assert table.last_match is not None
        assert table.last_match.result == told, "the result is shown as it was paid"


# ---- the buy-in


@pytest.mark.rule("GEM-R18")
async def test_a_buy_in_that_nobody_chose_is_a_tenth_of_the_smallest_purse(room: Room) -> None:
    table = await room.open(RW, ANN, fits=True)
    assert table.state.settings.buy_in == 15
    await leave_with(room, BOB, 120)
    await table.seating.sit(BOB)
    assert table.state.settings.buy_in == 10
    await leave_with(room, CID, 3)
    assert (await table.seating.sit(CID)).for_points == "short"
    assert table.state.settings.buy_in == 10
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert set(table.session.match.header.stakes.values()) == {10}


@pytest.mark.rule("GEM-R18")
async def test_the_hosts_buy_in_stays_as_chosen(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, fits=True)
    await table.lifecycle.set_up(ANN, settings={"buy_in": 50})
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert set(table.session.match.header.stakes.values()) == {50}


@pytest.mark.rule("GEM-R18")
async def test_a_buy_in_stays_as_saved_when_a_start_is_refused(room: Room) -> None:
    """It is fitted to who plays, and is shown to all: a restart must not find another one."""
    table = await room.open(RW, ANN, BOB, fits=True)
    await leave_with(room, BOB, 120)
    with disk_full_for_matches(room), pytest.raises(UserError, match="wasn't saved"):
        await table.lifecycle.start(ANN)
    kept = TableState.load(await room.store.table(table.state.id))
    assert table.state.settings == kept.settings
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert set(table.session.match.header.stakes.values()) == {10}


# ---- the settlement

nets = st.dictionaries(st.integers(0, 9), st.integers(-300, 300), max_size=10)


@given(nets)
def test_what_is_balanced_is_exact_and_takes_no_more_than_was_lost(net: dict[int, int]) -> None:
    paid = balanced(net)
    assert sum(paid.values()) == 0
    for seat, n in net.items():
        now = paid.get(seat, 0)
        assert abs(now) <= abs(n)
        assert now * n >= 0


parties = st.sampled_from((0, 1, 2, 3, HOUSE, POT))
pays = st.lists(
    st.builds(Pay, parties, parties, st.sampled_from(("g4", "g6", "g20")), st.integers(1, 5)).filter(
        lambda pay: pay.giver != pay.taker and {*pay[:2]} != {HOUSE, POT}
    ),
    max_size=12,
)


@given(pays, st.sets(st.integers(0, 3), max_size=4), st.booleans())
def test_payers_settle_among_themselves(given_pays: list[Pay], apart: set[int], in_pieces: bool) -> None:
    """Zero-sum among payers; nothing to or from the others; the house pays and takes what it owes payers."""
    full = changes(given_pays)
    rows = tuple(ResultRow(seat, None, full.get(seat, {}), None) for seat in range(4))
    result = Result(Line("end"), rows, tuple(given_pays), {"pot": {"g4": 1}})
    settled = among_payers(result, apart, in_pieces=in_pieces)
    if not apart:
        assert settled == result
        return
    change = {party: gems.worth(units) for party, units in changes(settled.pays).items()}
    assert not apart & change.keys()
    assert change.get(POT, 0) == 0
    assert "pot" not in settled.carry
    house = -sum(
        gems.worth({pay.unit: pay.amount}) * (1 if pay.giver == HOUSE else -1)
        for pay in given_pays
        if HOUSE in pay[:2] and not apart & {*pay[:2]}
    )
    assert change.get(HOUSE, 0) == house
    for seat in {0, 1, 2, 3} - apart:
        given_away = sum(gems.worth({pay.unit: pay.amount}) for pay in given_pays if pay.giver == seat)
        assert -change.get(seat, 0) <= given_away, "nobody loses more than they put up"
        assert gems.worth(settled.rows[seat].change) == change.get(seat, 0)


POT_GAMES = [key for key, game in GAMES.items() if game.money == "pieces"]
GEMBONE_GAMES = [key for key, game in GAMES.items() if game.money == "gembones"]


@pytest.mark.parametrize("game", [*POT_GAMES, *GEMBONE_GAMES])
async def test_no_money_comes_from_or_goes_to_a_newcomer_in_any_game(evening: Room, game: str) -> None:
    """Two members who pay, a newcomer and a computer player: the newcomer's purse and the house's fund stay."""
    for person in (ANN, BOB):
        await evening.store.commit(SaveAbout(await evening.account(person), MET, ["gembone"]))
    sheet = GAMES[game]
    computers = 1 if sheet.limits(sheet.parse_options({}))[1] > 3 else 0
    table = await evening.open(game, ANN, BOB, CID, computers=computers, for_gembones=False)
    for person in (ANN, BOB, CID):
        await table.seating.hand_over(person, True)
    guests = await evening.store.fund(GUILD, "copper", GUESTS)
    house = await evening.store.fund(GUILD, "copper", game)
    for match in range(3):
        await table.lifecycle.start(ANN)
        if match == 0:
            before = gems.worth(gems.of_base("copper", await evening.store.balances(guests)))
            assert table.session is None or not table.session.free
        await defaults(evening, table)
        assert await worth(evening, CID) == 160
    funds = 0
    if sheet.money == "gembones":
        held = gems.worth(gems.of_base("copper", await evening.store.balances(house)))
        funds = held - 10_000 if held else 0
    assert await worth(evening, ANN) + await worth(evening, BOB) + funds == 320
    assert gems.worth(gems.of_base("copper", await evening.store.balances(guests))) == before
    assert await evening.store.audit() == []


@pytest.mark.parametrize("game", GEMBONE_GAMES)
async def test_who_has_next_to_nothing_plays_every_gembone_game_for_points(room: Room, game: str) -> None:
    """Cid owns a piece: friends play on for money, and Cid has the same questions and answers as they."""
    await leave_with(room, CID, 1)
    table = await room.open(game, ANN, BOB, CID, for_gembones=False)
    await table.lifecycle.start(ANN)
    session = table.session
    assert session is not None
    assert not session.free
    asked = {ask.seat: ask.prompt for ask in session.match.open.values()}
    if {0, 2} <= {*asked}:
        assert repr(asked[0].space()) == repr(asked[2].space())
    assert (await table.view(2)).purse is None, "no answer is too dear for points"
    for person in (ANN, BOB, CID):
        await table.seating.hand_over(person, True)
    await defaults(room, table)
    assert await worth(room, CID) == 1
    assert await room.store.audit() == []


STAKED: dict[str, dict[str, Any]] = {
    "burn_my_village": {"played_for": "winner", "stake": 25},
    "conclave_of_wyrms": {"played_for": "winner", "stake": 25},
    "tavern": {"stake": 50},
}
"""Games that may be played for a stake beside them, with one."""


@pytest.mark.parametrize("pressed", [BOB, CID])
@pytest.mark.parametrize("game", STAKED)
async def test_a_match_for_a_stake_ends_and_pays_though_some_play_for_points(
    room: Room, game: str, pressed: Person
) -> None:
    """Nobody answers anything: whoever wins, money goes between those who pay, piece by piece."""
    table = await room.open(game, ANN, BOB, CID)
    await table.lifecycle.set_up(ANN, options=STAKED[game])
    await table.seating.sit(pressed)
    await table.lifecycle.start(ANN)
    [other] = {BOB, CID} - {pressed}
    number = table.state.seat_of(other.user_id).number  # type: ignore[union-attr]
    assert table.state.for_points() == {number}
    for _ in range(600):
        if table.session is None:
            break
        room.clock.advance(100)
        await room.quiet()
    assert table.session is None, "it ends"
    assert (await room.store.match(1)).state == "ended"
    assert await worth(room, other) == 160
    assert await worth(room, ANN) + await worth(room, pressed) == 320
    assert await room.store.audit() == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_newcomer_still_has_their_purse_after_their_first_games(evening: Room, game: str) -> None:
    """Whatever is pressed, alone with computer players or with two friends, at a table as it is opened."""
    sheet = GAMES[game]
    low, high = sheet.limits(sheet.parse_options({}))
    table = await evening.open(game, ANN, computers=max(0, low - 1), fits=True, for_gembones=False)
    await play(evening, table, ANN)
    assert await worth(evening, ANN) == 160
    await table.force_close("")
    if high < 3:
        return
    table = await evening.open(game, ANN, BOB, CID, computers=max(0, low - 3), fits=True, for_gembones=False)
    await play(evening, table, ANN, BOB, CID)
    for person in (ANN, BOB, CID):
        assert await worth(evening, person) == 160


# ---- nobody pays for what they haven't agreed to


BURN = "burn_my_village"


async def ready_on_disk(room: Room, table: TableActor) -> dict[int, bool]:
    """Return who would be ready after a restart, by seat."""
    kept = TableState.load(await room.store.table(table.state.id))
    return {seat.number: seat.ready for seat in kept.in_order()}


async def test_nobody_is_ready_for_another_game_after_a_restart_either(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    for person in (ANN, BOB):
        await table.seating.sit(person)
    assert any((await ready_on_disk(room, table)).values())
    await table.lifecycle.set_up(ANN, game="threes")
    assert not any((await ready_on_disk(room, table)).values())
    assert not any(seat.ready for seat in table.state.in_order())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"free": True}, {"free": False}),
        ({"buy_in": 10}, {"buy_in": 50}),
        ({"base": "copper"}, {"base": "silver"}),
        ({"for_gembones": False}, {"for_gembones": True}),
    ],
)
async def test_raised_stakes_are_for_those_who_press_something_afterwards(
    room: Room, before: dict[str, Any], after: dict[str, Any]
) -> None:
    table = await room.open(RW, ANN, BOB, CID, **before)
    for person in (ANN, BOB, CID):
        account, mint = await room.account(person), await room.store.mint(GUILD)
        await room.store.commit(
            Transfer(f"silver{account}", "grant", [Move(mint, account, "silver.g100", 1)])
        )
    await table.lifecycle.set_up(ANN, settings=after)
    bob, cid = (table.state.seat_of(person.user_id) for person in (BOB, CID))
    assert bob is not None
    assert cid is not None
    assert (bob.for_points, bob.ready, cid.for_points) == ("unasked", False, "unasked")
    await room.check_seats(table)
    await table.seating.sit(BOB)
    assert (bob.for_points, bob.ready, cid.for_points) == (None, True, "unasked")
    await table.lifecycle.start(ANN)
    assert (bob.for_points, cid.for_points) == (None, "unasked")
    session = table.session
    assert session is not None
    while not session.match.rows or session.match.rows[-1].seat != cid.number:
        [ask] = session.match.open.values()
        await table.press((ANN, BOB, CID)[ask.seat], session.id, ask.id, ask.prompt.default)
    await room.check_seats(table)
    await defaults(room, table)
    await table.lifecycle.start(ANN)
    assert cid.for_points is None, "an answer is a press of their own"


async def test_a_host_takes_nothing_from_a_member_who_sat_down_for_fun_and_is_not_there(room: Room) -> None:
    table = await room.open("threes", ANN, BOB, free=True)
    options = {"played_for": "winner", "stake": 50}
    await table.lifecycle.set_up(ANN, game=BURN, options=options, settings={"free": False, "pace": "fast"})
    await table.lifecycle.start(ANN)
    await table.seating.hand_over(ANN, True)
    await defaults(room, table)
    assert [await worth(room, person) for person in (ANN, BOB)] == [160, 160]


async def test_a_host_locks_no_money_of_a_member_at_a_table_by_letter(tmp_path: Path) -> None:
    """Days a turn are another question than a game of an evening."""
    path = tmp_path / "letter.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB, CID)
        await table.lifecycle.set_up(ANN, settings={"pace": "1 day"})
        await table.seating.sit(CID)
        await table.lifecycle.set_up(ANN, settings={"pace": "12 hours"})
    async with a_room(path) as room:
        [table] = room.registry
        await table.lifecycle.start(ANN)
        assert [seat.for_points for seat in table.state.in_order()] == [None, "unasked", None]
        assert await room.purse(BOB) == await room.owned(BOB)


async def test_another_game_or_a_higher_stake_in_it_is_asked_again_and_a_restart_keeps_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "agreed.db"
    async with a_room(path) as room:
        table = await room.open(BURN, ANN, BOB, CID, options={"played_for": "winner", "stake": 5})
        await table.lifecycle.set_up(ANN, options={"played_for": "winner", "stake": 10})
        await table.seating.sit(BOB)
    async with a_room(path) as room:
        [table] = room.registry
        await table.lifecycle.start(ANN)
        assert [seat.for_points for seat in table.state.in_order()] == [None, None, "unasked"]
        await table.lifecycle.void()
        await table.lifecycle.set_up(ANN, game=RW)
        assert [seat.for_points for seat in table.state.in_order()] == [None, "unasked", "unasked"]
        await table.lifecycle.set_up(ANN, game=BURN, options={"played_for": "winner", "stake": 5})
        assert [seat.for_points for seat in table.state.in_order()] == [None, None, None]
