"""The host's actions without Discord: a kick wins the host nothing, and nothing is half done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clock import HOUR
from bot.tables.hosting.host_actions import MOST_INVITED
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import NotSaved
from db.ledger import Move, Transfer
from games.engine import Ask
from games.engine import money as gems
from tests.helpers.luck import seeds_from
from tests.helpers.tables import ANN, BOB, CID, DOT, GUILD, Room, a_room, answers, ask_of, defaults

RW, BB = "rogues_and_warriors", "barovian_boneyard"


async def ended(path: Path, game: str, how: str) -> tuple[Any, ...]:
    """Return the purses, the result and the seats after Bob has left, or was kicked, between two matches."""
    numbers = iter(range(1, 10_000))
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(path) as room:
            table = await room.open(game, ANN, BOB, CID)
            await table.lifecycle.start(ANN)
            await defaults(room, table)
            if how == "kick":
                assert await table.hosting.kick(ANN, BOB.user_id) == "Bob"
            else:
                await table.seating.leave(BOB)
            result = (await room.store.match(1)).result
            purses = [await room.owned(person) for person in (ANN, BOB, CID)]
            assert await room.store.audit() == []
            return purses, result, [seat.name for seat in table.state.in_order()], table.state.carry


@pytest.mark.parametrize("game", [RW, BB, "threes"])
async def test_a_kick_between_hands_settles_the_stake_as_a_leave_does(tmp_path: Path, game: str) -> None:
    left = await ended(tmp_path / "left.db", game, "leave")
    kicked = await ended(tmp_path / "kicked.db", game, "kick")
    assert kicked == left


async def bob_to_answer_a_bet(table: TableActor) -> Ask:
    """Play until Ann has bet and Bob has to call or fold; return his question."""
    await table.lifecycle.start(ANN)
    if (bob := table.session.match.asks_of(1)) and "check" in bob[0].prompt.options:  # type: ignore[union-attr]
        await answers(table, BOB, "check")
    await answers(table, ANN, 5)
    return ask_of(table, BOB)


async def test_a_kick_in_a_hand_wins_nothing_for_the_host(tmp_path: Path) -> None:
    numbers, paid = iter(range(1, 10_000)), []
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        for n in range(12):
            async with a_room(tmp_path / f"{n}.db") as room:
                table = await room.open(RW, ANN, BOB)
                asked = await bob_to_answer_a_bet(table)
                held = table.session
                assert held is not None
                await table.hosting.kick(ANN, BOB.user_id)
                assert [row.answer for row in held.match.rows][-1] == ["handover", 1], "no fold by itself"
                for act in (table.seating.sit(BOB), table.seating.hand_over(BOB, False)):
                    with pytest.raises(UserError) as refusal:
                        await act
                    assert refusal.value.key == "kicked"
                with pytest.raises(UserError) as refusal:
                    await table.press(BOB, held.id, asked.id, "fold")
                assert refusal.value.key == "kicked"
                await defaults(room, table)
                assert any((row.seat, row.by) == (1, "computer") for row in held.match.rows)
                assert table.state.seat_of(BOB.user_id) is None
                assert held.match.result is not None
                [own] = [row for row in held.match.result.rows if row.seat == 1]
                paid.append(sum(own.change.values()))
                assert gems.worth(gems.of_base("copper", await room.owned(BOB))) == 160 + paid[-1]
    assert max(paid) > 0, "what the computer wins is Bob's"


@pytest.mark.rule("GEN-R4")
@pytest.mark.parametrize("game", ["tiamat", "rolled_gold", "hags_haggle", BB])
async def test_no_computer_puts_up_gembones_for_a_kicked_player(room: Room, game: str) -> None:
    table = await room.open(game, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    held = table.session
    assert held is not None
    await table.hosting.kick(ANN, BOB.user_id)
    await defaults(room, table)
    assert ("computer", "pass") in [(row.by, row.answer) for row in held.match.rows if row.seat == 1]
    assert gems.worth(gems.of_base("copper", await room.owned(BOB))) == 160


@pytest.mark.rule("BET-R19")
async def test_no_computer_opens_the_purse_of_a_member(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, computers=1, options={"table_stakes": False}, for_gembones=True)
    await table.seating.hand_over(BOB, True)
    await table.lifecycle.start(ANN)
    await room.quiet()
    assert table.session is not None
    agreed = {row.seat: row.answer for row in table.session.match.rows}
    assert agreed == {1: "no", 2: "yes"}


async def test_a_restart_leaves_the_hand_of_a_kicked_player_with_the_computer(tmp_path: Path) -> None:
    path = tmp_path / "kick.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB, pace="1 day")
        await bob_to_answer_a_bet(table)
        await table.hosting.kick(ANN, BOB.user_id)
    async with a_room(path) as room:
        [table] = room.registry
        await defaults(room, table)
        assert [seat.name for seat in table.state.in_order()] == ["Ann"]


@pytest.mark.rule("BET-R20")
async def test_a_kick_leaves_the_claim_to_a_carried_pot(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    carry = {"game": RW, "pot": {"piece": 40}, "tied": [0, 1], "last_starter": 1}
    mint = await room.store.mint(GUILD)
    await room.store.commit(Transfer("pot", "test", [Move(mint, table.state.pot, "copper.piece", 40)]))
    table.state.carry = carry
    await table.hosting.kick(ANN, BOB.user_id)
    await table.lifecycle.close(ANN)
    owned = [gems.worth(gems.of_base("copper", await room.owned(person))) for person in (ANN, BOB)]
    assert owned == [180, 180]


async def test_a_kick_that_is_not_saved_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.open(RW, ANN, BOB)

    async def full(*unit: object) -> None:
        raise NotSaved("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(room.store, "commit", full)
        with pytest.raises(UserError) as refusal:
            await table.hosting.kick(ANN, BOB.user_id)
    assert refusal.value.key == "not_saved"
    assert table.state.seat_of(BOB.user_id) is not None
    assert table.state.access.kicked == []
    assert await room.store.audit_log(GUILD) == []
    await table.hosting.kick(ANN, BOB.user_id)
    assert table.state.seat_of(BOB.user_id) is None


async def test_only_hosts_act(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.hosting.set_cohost(ANN, BOB.user_id)
    acts: dict[str, Any] = {
        "kick": lambda who: table.hosting.kick(who, ANN.user_id),
        "hand on": lambda who: table.hosting.transfer_host(who, CID.user_id),
        "co-host": lambda who: table.hosting.set_cohost(who, CID.user_id),
        "close": table.lifecycle.close,
    }
    for who in (BOB, CID, DOT):
        for act in acts.values():
            with pytest.raises(UserError) as refusal:
                await act(who)
            assert refusal.value.key == "not_host"
    for act in (
        lambda who: table.hosting.open_to(who, "invited"),
        lambda who: table.hosting.check_can_move(who, private=True),
    ):
        with pytest.raises(UserError):
            await act(CID)
        await act(BOB)
    assert table.state.access.open_to == "invited"


async def test_a_cohost_inherits_the_table_and_loses_the_name_with_the_seat(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.hosting.set_cohost(ANN, CID.user_id)
    await table.seating.leave(ANN)
    host = table.state.host_seat()
    assert host is not None
    assert host.user_id == CID.user_id
    await table.hosting.set_cohost(CID, BOB.user_id)
    await table.seating.leave(BOB)
    assert table.state.access.cohosts == []
    await table.seating.sit(BOB)
    with pytest.raises(UserError):
        await table.hosting.open_to(BOB, "invited")


@pytest.mark.rule("PTY-R1")
async def test_the_house_plays_the_guest_of_a_host_who_hands_on(room: Room) -> None:
    options = {"blessings_of_the_tricksters": True}
    table = await room.open("lucky_13", ANN, BOB, options=options)
    await table.seating.add_guest(ANN, "Garl", by_host=True)
    await table.hosting.transfer_host(ANN, BOB.user_id)
    guest = table.state.invited()
    assert guest is not None
    assert (guest.guest, guest.policy is not None) == (None, True)
    with pytest.raises(UserError):
        await table.seating.play_guest(ANN, True)
    await table.seating.play_guest(BOB, True)
    assert guest.guest == BOB.user_id


async def test_only_the_latest_invitations_stand(room: Room) -> None:
    """Each save of a table writes them all, and a page of the Activity may name any number."""
    table: TableActor = await room.open(RW, ANN, BOB)
    for number in range(MOST_INVITED + 5):
        await table.hosting.invite(BOB, 1_000 + number, "They")
    assert list(table.state.access.invited) == [1_005 + number for number in range(MOST_INVITED)]


async def test_an_invitation_comes_once_an_hour_and_opens_a_kept_seat(room: Room) -> None:
    table: TableActor = await room.open(RW, ANN, BOB)
    await table.hosting.invite(BOB, CID.user_id, "Cid")
    await table.hosting.open_to(ANN, "invited")
    with pytest.raises(UserError) as refusal:
        await table.hosting.invite(BOB, DOT.user_id, "Dot")
    assert refusal.value.key == "not_host", "while seats are kept, their host invites"
    with pytest.raises(UserError) as refusal:
        await table.hosting.invite(ANN, CID.user_id, "Cid")
    assert refusal.value.key == "invited_already"
    for _ in range(4):
        room.clock.advance(HOUR / 4)
        await table.seating.sit(ANN)  # a table without a press closes
    assert not (await table.hosting.invite(ANN, CID.user_id, "Cid")).apart
    assert (await table.seating.sit(CID)).number == 2
    with pytest.raises(UserError) as refusal:
        await table.seating.sit(DOT)
    assert refusal.value.key == "no_seat"
