"""With a beacon the last word is nobody's: a round that comes after the words are closed."""

from __future__ import annotations

import asyncio
import hashlib
import struct
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.luck.beacon import DrandBeacon
from bot.luck.deal import BeaconRound, Deal, deal_of
from bot.luck.drand import QUICKNET, check_round
from bot.matches.verify import verify_export
from bot.tables.state import TableProgress
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable, TableListener
from bot.user_errors import UserError
from db import NotSaved
from tests.e2e.conftest import HandClock
from tests.helpers.fake_beacon import FakeBeacon, fake_beacon, randomness_of, signature_of
from tests.helpers.tables import ANN, AT_ONCE, BOB, Room, defaults, disk_full_for_matches


class Announced(TableListener):
    """Keeps what was announced, and what of the match was known then."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.announced = asyncio.Event()

    def announce_deal(self, table: ShownTable, deal: Deal) -> None:
        self.deals.append(deal)
        self.announced.set()


@pytest.fixture
async def beacon() -> AsyncIterator[FakeBeacon]:
    async with fake_beacon() as found:
        yield found


async def started(room: Room, table: TableActor) -> None:
    """Start, and let time pass until the round is due."""
    await time_passes(room, asyncio.ensure_future(table.lifecycle.start(ANN)))


async def time_passes(room: Room, start: asyncio.Future[None]) -> None:
    """Let time pass until a start is done, and leave the network its own time."""
    while not start.done():
        await asyncio.wait({start}, timeout=0.01)
        room.clock.advance(0.5)
    await start


async def header_of(room: Room, match: int = 1) -> Any:
    return (await room.store.match(match)).header


async def test_the_round_is_announced_with_the_closed_words_before_it_is_out(
    room: Room, beacon: FakeBeacon
) -> None:
    listener = Announced()
    room.registry.context.listener = listener
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)
    await table.lifecycle.add_word(BOB, "birch")
    opened = room.clock.now()
    start = asyncio.ensure_future(table.lifecycle.start(ANN))
    await asyncio.wait_for(listener.announced.wait(), 5)
    [announced] = listener.deals
    assert announced.beacon is not None
    assert announced.beacon.due - opened >= 3
    assert announced.beacon.randomness == ""
    late = asyncio.ensure_future(table.lifecycle.add_word(ANN, "searched for"))
    await time_passes(room, start)
    await late
    header = await header_of(room)
    deal = deal_of(header)
    assert deal is not None
    assert deal.beacon is not None
    assert deal.words == announced.words
    assert deal.beacon.round == announced.beacon.round
    assert header["seed"]["words"] == ["birch", randomness_of(deal.beacon.round)]
    assert table.state.seats[0].word == "searched for", "it is for the next match"
    await defaults(room, table)
    await table.lifecycle.close(ANN)
    exported = await room.store.export_match(1)
    assert verify_export(exported).ok
    exported["header"]["luck"]["beacon"]["signature"] = "00" * 48
    assert "does not belong to its signature" in verify_export(exported).sentence


async def test_a_match_with_a_number_that_the_beacon_never_signed_is_found_out(
    room: Room, beacon: FakeBeacon
) -> None:
    """The operator knows the seed: a made-up signature and its hash would be a word of their choice."""
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)
    await started(room, table)
    await defaults(room, table)
    await table.lifecycle.close(ANN)
    exported = await room.store.export_match(1)
    luck = exported["header"]["luck"]["beacon"]
    forged = signature_of(luck["round"] + 1)
    luck["signature"] = forged.hex()
    luck["randomness"] = exported["header"]["seed"]["words"][-1] = hashlib.sha256(forged).hexdigest()
    assert f"never signed round {luck['round']}" in verify_export(exported).sentence
    luck["chain"] = "ab" * 32
    assert "isn't known here" in verify_export(exported).sentence


DRAND = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
    1003: "b104c82771698f45fd8dcfead083d482694c31ab519bcef077f126f3736fe98c8392fd5d45d88aeb76b56ccfcb0296d7",
}
"""Rounds as drand published them."""


@pytest.mark.parametrize(("number", "signature"), DRAND.items())
def test_published_rounds_of_drand_are_signed_by_it(number: int, signature: str) -> None:
    signed = bytes.fromhex(signature)
    assert QUICKNET.has_signed(number, signed)
    assert not QUICKNET.has_signed(number + 1, signed)
    assert not QUICKNET.has_signed(number, signature_of(number)), "another's key"
    if number == 1000:
        randomness = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
        known = BeaconRound(
            chain=QUICKNET.chain, round=number, due=0, randomness=randomness, signature=signature
        )
        assert check_round(known) == known


@pytest.mark.parametrize(
    "signature", ["", "b4", "00" * 48, "c0" + "00" * 47, "ff" * 48, "8" + "f" * 95, "b4" * 96]
)
def test_what_is_no_point_of_the_curve_signs_nothing(signature: str) -> None:
    assert not QUICKNET.has_signed(1000, bytes.fromhex(signature))


def test_the_key_of_the_network_belongs_to_its_chain_hash() -> None:
    """A chain hash is made of period, first round, key, the hash of the first group and the name."""
    group = bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
    times = struct.pack(">Iq", int(QUICKNET.period), int(QUICKNET.genesis))
    parts = times + bytes.fromhex(QUICKNET.public_key) + group + b"quicknet"
    assert hashlib.sha256(parts).hexdigest() == QUICKNET.chain


async def test_a_round_that_comes_late_is_asked_for_again(room: Room, beacon: FakeBeacon) -> None:
    beacon.missing = 2
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)
    await started(room, table)
    assert len(beacon.asked) == 3
    assert len((await header_of(room))["seed"]["words"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"round": 1_000},
        {"randomness": "00" * 32},
        {"signature": "no hex"},
        {"signature": None},
        {"randomness": 3},
        {
            "signature": signature_of(1).hex(),
            "randomness": randomness_of(1),
        },
    ],
)
async def test_an_answer_that_cannot_be_right_is_not_used(
    room: Room, beacon: FakeBeacon, change: dict[str, Any]
) -> None:
    beacon.change = change
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)
    await started(room, table)
    header = await header_of(room)
    assert header["seed"]["words"] == []
    assert header["luck"]["beacon"]["randomness"] == ""


async def test_a_silent_beacon_stops_nobody(room: Room, beacon: FakeBeacon) -> None:
    beacon.missing = 10**9
    room.registry.context.beacon = beacon.client(room.clock, patience=0.05)
    table = await room.open("threes", ANN, BOB)
    await started(room, table)
    assert table.session is not None
    assert table.session.deal is not None
    assert table.session.deal.beacon is not None
    assert table.session.deal.beacon.randomness == ""
    gone = DrandBeacon("http://127.0.0.1:9", room.clock, patience=0.05)
    assert (await gone.fetch(table.session.deal.beacon)).randomness == ""


async def test_a_failed_start_is_no_second_try(room: Room, beacon: FakeBeacon) -> None:
    """Else who runs the bot could let a deal fail until the beacon suits them; now its number is missing."""
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)
    with disk_full_for_matches(room), pytest.raises(UserError, match="wasn't saved"):
        await started(room, table)
    await started(room, table)
    assert (await header_of(room, 2))["luck"]["index"] == 2
    assert [*table.state.progress.announced] == [1]


class Killed(Exception):
    """The process ends here."""


class LastWords:
    """A beacon that is asked for a round, and then the process is killed."""

    def __init__(self, room: Room, client: DrandBeacon) -> None:
        self.room, self.next_round = room, client.next_round

    async def fetch(self, announced: BeaconRound) -> BeaconRound:
        saved = TableProgress.model_validate((await self.room.store.table(1)).settings)
        assert saved.announced[saved.deals] == announced, "saved before anyone is asked"
        raise Killed


async def test_a_deal_is_never_announced_with_a_second_round(room: Room, beacon: FakeBeacon) -> None:
    """Else who runs the bot could kill it until the round, which their own server hears first, suits them."""
    listener, client = Announced(), beacon.client(room.clock)
    await room.open("threes", ANN, BOB)
    for _ in range(3):
        killed = Room(room.store, room.clock, AT_ONCE)
        await killed.registry.resume()
        killed.registry.context.listener = listener
        killed.registry.context.beacon = LastWords(room, client)
        with pytest.raises(Killed):
            await killed.registry.get(1).lifecycle.start(ANN)
        room.clock.advance(30)
    again = Room(room.store, room.clock, AT_ONCE)
    await again.registry.resume()
    again.registry.context.listener = listener
    again.registry.context.beacon = client
    await started(again, again.registry.get(1))
    assert [deal.index for deal in listener.deals] == [1, 2, 3, 4]
    rounds = [deal.beacon.round for deal in listener.deals if deal.beacon is not None]
    assert len({*rounds}) == 4
    luck = (await header_of(room, await room.store.next_match_id() - 1))["luck"]
    assert (luck["index"], luck["beacon"]["round"]) == (4, rounds[3])
    left = TableProgress.model_validate((await room.store.table(1)).settings).announced
    assert {index: dealt.round for index, dealt in left.items()} == dict(enumerate(rounds[:3], 1))


async def test_a_start_whose_announcement_is_not_saved_asks_for_no_round(
    room: Room, beacon: FakeBeacon, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Announced()
    room.registry.context.listener = listener
    room.registry.context.beacon = beacon.client(room.clock)
    table = await room.open("threes", ANN, BOB)

    async def full(*_: object) -> None:
        raise NotSaved("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(room.store, "commit", full)
        with pytest.raises(UserError, match="wasn't saved"):
            await started(room, table)
    assert (beacon.asked, listener.deals) == ([], [])
    await started(room, table)
    assert [deal.index for deal in listener.deals] == [1]


def test_rounds_are_counted_as_the_network_counts_them() -> None:
    clock = HandClock(QUICKNET.genesis)
    beacon = DrandBeacon("http://127.0.0.1:9", clock)
    assert (beacon.next_round().round, beacon.next_round().due) == (2, QUICKNET.genesis + 3)
    clock.advance(0.5)
    assert (beacon.next_round().round, beacon.next_round().due) == (3, QUICKNET.genesis + 6)
    clock.advance(2.5)
    assert beacon.next_round().due - clock.now() == 3


async def test_without_one_nothing_is_asked(room: Room) -> None:
    table = await room.open("threes", ANN, BOB)
    await table.lifecycle.start(ANN)
    assert (await header_of(room))["luck"]["beacon"] is None
